import { countAsciiLetters } from '../../lib/text/count-ascii-letters.ts'
import { isAscii } from '../../lib/text/is-ascii.ts'

/** Scripts that single characters show, with the languages that are written in them. */
const SCRIPTS: readonly (readonly [script: string, pattern: RegExp, languages: string])[] = [
  [
    'Latin',
    /\p{Script=Latin}/u,
    'en de fr es it pt nl sv da no nb nn fi pl cs sk sl hr ro hu tr vi id ms ca et lv lt ga cy is eu gl af sq sw',
  ],
  ['Cyrillic', /\p{Script=Cyrillic}/u, 'ru uk bg be mk'],
  ['Greek', /\p{Script=Greek}/u, 'el'],
  ['Hebrew', /\p{Script=Hebrew}/u, 'he yi'],
  ['Arabic', /\p{Script=Arabic}/u, 'ar fa ur ps'],
  ['Devanagari', /\p{Script=Devanagari}/u, 'hi mr ne'],
  ['Thai', /\p{Script=Thai}/u, 'th'],
  ['Hangul', /\p{Script=Hangul}/u, 'ko'],
  ['Chinese or Japanese', /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u, 'zh ja yue'],
]

const SCRIPT_BY_LANGUAGE: ReadonlyMap<string, string> = new Map(
  SCRIPTS.flatMap(([script, , languages]) =>
    languages.split(' ').map((language) => [language, script] as const),
  ),
)

const MAX_SAMPLE_CHARS = 2_000
/** The least number of letters by which a text tells its script. */
const MIN_LETTERS = 50
const MAJORITY = 0.6

/** Returns the script of a language; undefined where the language has several, or the tag itself names one. */
export function scriptOfLanguage(tag: string): string | undefined {
  const [language = '', ...rest] = tag.toLowerCase().split('-')
  return rest.some((part) => part.length === 4) ? undefined : SCRIPT_BY_LANGUAGE.get(language)
}

/** Returns the script of most letters of a text; undefined for too few letters or without a majority. */
export function scriptOfText(text: string): string | undefined {
  const start = text.slice(0, MAX_SAMPLE_CHARS)
  if (isAscii(start)) return ENOUGH_ASCII.test(start) ? 'Latin' : undefined
  const latin = countAsciiLetters(start)
  const others = start.match(OTHER_LETTER) ?? []
  const letters = latin + others.length
  if (letters < MIN_LETTERS) return undefined
  const dominant = SCRIPTS.find(([script, pattern]) => {
    const found = others.filter((letter) => pattern.test(letter)).length
    return found + (script === 'Latin' ? latin : 0) > letters * MAJORITY
  })
  return dominant?.[0]
}

/** The share of a text's letters that a script must exceed; the rest may be code and names in another script. */
const MIN_SHARE = 0.1

/**
 * True where more than a tenth of a text's letters are of a script, so that the text may be written in it, together
 * with code and names in Latin letters.
 */
export function holdsScript(script: string, text: string): boolean {
  const [, pattern] = SCRIPTS.find(([name]) => name === script) ?? []
  if (pattern === undefined || script === 'Latin') return false
  const letters = text.slice(0, MAX_SAMPLE_CHARS).match(/\p{L}/gu) ?? []
  return letters.filter((letter) => pattern.test(letter)).length > letters.length * MIN_SHARE
}

/** Matches `MIN_LETTERS` ASCII letters anywhere. */
const ENOUGH_ASCII = /(?:[A-Za-z][^A-Za-z]*){50}/
const OTHER_LETTER = /(?![A-Za-z])\p{L}/gu
