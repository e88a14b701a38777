import { isAscii } from '../../lib/text/is-ascii.ts'

/** Scripts that can be told from single characters, and the languages that are written in them. */
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

const LOOKED_AT = 2_000
/** With fewer letters a text says nothing about its language. */
const MIN_LETTERS = 50
const MAJORITY = 0.6

/** The script in which a language is written; undefined where it has several, or the tag names one. */
export function scriptOfLanguage(tag: string): string | undefined {
  const [language = '', ...rest] = tag.toLowerCase().split('-')
  return rest.some((part) => part.length === 4) ? undefined : SCRIPT_BY_LANGUAGE.get(language)
}

/** The script of most letters of a text; undefined where there are few letters, or no script has most of them. */
export function scriptOfText(text: string): string | undefined {
  const start = text.slice(0, LOOKED_AT)
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

/** `MIN_LETTERS` of them, wherever they stand. */
const ENOUGH_ASCII = /(?:[A-Za-z][^A-Za-z]*){50}/
const OTHER_LETTER = /(?![A-Za-z])\p{L}/gu
const [A, Z] = [65, 90]
/** The bit in which capitals and small letters differ. */
const CASE = 32

/** Most letters of most pages; a pattern takes ten times as long. */
function countAsciiLetters(text: string): number {
  let count = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 128 && (code & ~CASE) >= A && (code & ~CASE) <= Z) count += 1
  }
  return count
}
