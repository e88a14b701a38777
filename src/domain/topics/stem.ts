/**
 * Returns the stem of a word: strips plurals and the commonest endings of its language, enough that `tides` and `tide`,
 * or `Wärmepumpen` and `Wärmepumpe`, get the same stem, which is never shown. Words of scripts without endings stay.
 */
export function stem(word: string, language = 'en'): string {
  const plain = word.endsWith('s') || /['’]$/.test(word) ? word.replace(/['’]s?$/, '') : word
  const rules = ENDINGS[language]
  return rules ? withoutEnding(plain, rules) : englishStem(plain)
}

interface Endings {
  /** The least letters that a word keeps. */
  least: number
  /** Matches marks that letters of a word lose in other forms of it. */
  marks?: RegExp
  /** The endings that are replaced, one after the other: each with the text that takes its place. */
  steps: readonly (readonly [ending: RegExp, instead: string])[]
}

const ACUTE = /[\u0300\u0301\u0302]/g
const ANY_MARK = /[\u0300-\u0327]/g
const NORTHERN: Endings = {
  least: 3,
  steps: [[/(?:arna|erna|orna|erne|ene|aren|ar|or|er|en|et|[aen])$/, '']],
}

/**
 * Endings by language: of the plural, and where a language has them of its cases and of its article. They are those by
 * which J. Savoy's minimal stemmers make equal forms equal: https://members.unine.ch/jacques.savoy/clef/
 */
const ENDINGS: Readonly<Record<string, Endings>> = {
  de: { least: 4, marks: /\u0308/g, steps: [[/(?:nen|se|es|en|er|[enrs])$/, '']] },
  fr: {
    least: 3,
    steps: [
      [/eaux$/, 'eau'],
      [/aux$/, 'al'],
      [/[sx]$/, ''],
    ],
  },
  es: {
    least: 3,
    marks: ACUTE,
    steps: [
      [/ces$/, 'z'],
      [/s$/, ''],
      [/(?<=[dlnrzjxys])e$/, ''],
    ],
  },
  pt: {
    least: 3,
    marks: ANY_MARK,
    steps: [
      [/(?:oes|aes|aos)$/, 'ao'],
      [/ns$/, 'm'],
      [/(?<=[aeou])is$/, 'l'],
      [/s$/, ''],
      [/(?<=[rzs])e$/, ''],
    ],
  },
  it: {
    least: 3,
    marks: ACUTE,
    steps: [
      [/(?<=[cg])h[ie]$/, ''],
      [/i?[aeio]$/, ''],
    ],
  },
  nl: {
    least: 3,
    marks: ANY_MARK,
    steps: [
      [/en$/, ''],
      [/(?<=[bcdfgklmnprte])s$/, ''],
      [/z$/, 's'],
      [/v$/, 'f'],
      [/([bdfgklmnprst])\1$/, '$1'],
      [/([aeou])\1(?=[bdfgklmnprst]$)/, '$1'],
    ],
  },
  sv: NORTHERN,
  da: NORTHERN,
  nb: NORTHERN,
  no: NORTHERN,
  nn: NORTHERN,
  pl: { least: 3, steps: [[/(?:iem|em|ami|ach|owi|om|ów|ie|[aąeęiouyó])$/, '']] },
  ru: {
    least: 3,
    steps: [
      [
        /(?:ями|ами|ого|ему|ому|ыми|ими|ях|ах|ов|ев|ей|ом|ем|ой|ою|ый|ий|ая|ое|ые|ие|ым|им|ых|их|ую|[аяоеуюыиьй])$/,
        '',
      ],
    ],
  },
  tr: { least: 4, steps: [[/(?:(?:lar|ler)(?:[ıi]n?)?|[sy]?[ıiuü]n?)$/, '']] },
  ko: { least: 2, steps: [[/(?:에서|으로|은|는|이|가|을|를|의|에|로|와|과|도)$/, '']] },
}

function withoutEnding(word: string, { least, marks, steps }: Endings): string {
  let text = marks ? word.normalize('NFD').replaceAll(marks, '').normalize('NFC') : word
  if (text.length <= least) return text
  for (const [ending, instead] of steps) {
    const shorter = text.replace(ending, instead)
    if (shorter.length >= least) text = shorter
  }
  return text
}

function englishStem(plain: string): string {
  if (plain.length < 4 || !/^[a-zà-ÿ-]+$/.test(plain)) return plain
  const singular = withoutPlural(plain)
  return withoutVerbEnding(singular)
}

/** Plurals of other languages whose endings no English word has, with those of their singulars. */
const FOREIGN_PLURALS: readonly [plural: RegExp, singular: string][] = [
  [/i(?:ones|ón)$/, 'ion'],
  [/ões$/, 'ão'],
  [/eaux$/, 'eau'],
  [/aux$/, 'al'],
]

function withoutPlural(word: string): string {
  for (const [plural, singular] of FOREIGN_PLURALS)
    if (plural.test(word)) return word.replace(plural, singular)
  if (/(?:ss|us|is)$/.test(word)) return word
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(?:ch|sh|x|z|ss)es$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') ? word.slice(0, -1) : word
}

function withoutVerbEnding(word: string): string {
  const match = /^(.{3,}?)(?:ing|ed)$/.exec(word)
  const [, root] = match ?? []
  if (root === undefined || !/[aeiouy]/.test(root)) return word
  // `stopped` is `stop`, `filled` is `fill`, and `moved` is `mov`: never shown, only compared.
  return /([bdgkmnprt])\1$/.test(root) ? root.slice(0, -1) : root.replace(/e$/, '')
}
