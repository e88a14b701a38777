/**
 * Strips the ending of a word, as far as plurals and the commonest verb forms go: enough that `tides` and `tide`, or
 * `erupted` and `erupting`, get the same stem. Words of other scripts stay as they are.
 */
export function stem(word: string): string {
  const plain = word.replace(/['’]s?$/, '')
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
