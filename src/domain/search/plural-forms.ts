import { primaryLanguage } from '../prompts/language-tag.ts'

/** An ending of a singular with that of its plural; `after` is what stands before both. */
type Rule = readonly [singular: string, plural: string, after?: RegExp]

/** The commonest plurals of each language. A rule that yields no word finds nothing and does no harm. */
const RULES: Readonly<Record<string, readonly Rule[]>> = {
  en: [
    ['y', 'ies', /[^aeiou]$/],
    ['', 'es', /(?:s|x|z|ch|sh|o)$/],
    ['', 's', /[^s]$/],
  ],
  fr: [
    ['al', 'aux'],
    ['', 'x', /(?:eau|eu|ou)$/],
    ['', 's', /[^sxz]$/],
  ],
  es: [
    ['z', 'ces'],
    ['ión', 'iones'],
    ['', 'es', /[^aeiouáéóús]$/],
    ['', 's', /[aeiouáéó]$/],
  ],
  pt: [
    ['ão', 'ões'],
    ['ão', 'ães'],
    ['m', 'ns'],
    ['l', 'is', /[aeou]$/],
    ['', 'es', /[rz]$/],
    ['', 's', /[aeiouãáéóê]$/],
  ],
  it: [
    ['co', 'chi'],
    ['go', 'ghi'],
    ['ca', 'che'],
    ['ga', 'ghe'],
    ['o', 'i'],
    ['a', 'e'],
    ['e', 'i'],
  ],
  de: [
    ['', 'en', /[^e]$/],
    ['', 'er', /[^e]$/],
    ['', 'e', /[^e]$/],
    ['', 'n', /e$|[^s]er$|el$/],
    ['', 's', /[^s]$/],
  ],
  nl: [
    ['', 'en', /[^e]$/],
    ['', 's', /[^s]$/],
  ],
}

/** Words that end like the plural of another word but mean something else. */
const NOT_PLURALS = new Set(
  'news lens means thus https canvas does species customs goods'.split(' '),
)

/** The least letters of either form; shorter ones are other words: `us`, `pp`, `gp`. */
const MIN_LETTERS = 3

/**
 * Lists the singulars and plurals that a word in lower case may have in some languages, without itself. English rules
 * hold for every site, since acronyms and borrowed words take its plural everywhere.
 */
export function pluralForms(word: string, languages: readonly string[]): string[] {
  const known = new Set(['en', ...languages.map((language) => primaryLanguage(language) ?? 'en')])
  const forms = new Set<string>()
  for (const language of known) {
    for (const rule of RULES[language] ?? []) {
      for (const form of formsBy(rule, word)) forms.add(form)
    }
  }
  forms.delete(word)
  return [...forms]
}

function formsBy([singular, plural, after = /$/]: Rule, word: string): string[] {
  const plurals = swapEnd(word, singular, plural, after).filter((form) => !NOT_PLURALS.has(form))
  return NOT_PLURALS.has(word) ? plurals : [...plurals, ...swapEnd(word, plural, singular, after)]
}

function swapEnd(word: string, from: string, to: string, after: RegExp): string[] {
  if (!word.endsWith(from)) return []
  const stem = word.slice(0, word.length - from.length)
  const isShort = stem.length + Math.min(from.length, to.length) < MIN_LETTERS
  return isShort || !after.test(stem) ? [] : [stem + to]
}
