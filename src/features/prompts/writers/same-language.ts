import { detectLanguage } from '../../../domain/language/detect-language.ts'
import { writtenScript } from '../../../domain/language/written-script.ts'
import { primaryLanguage } from '../../../domain/prompts/language-tag.ts'
import type { PromptLanguage } from '../../../domain/prompts/locales.ts'
import { STOP_WORD_LANGUAGES, stopWordsOf } from '../../../domain/prompts/stop-words.ts'
import { segmentWords } from '../../../domain/prompts/segment-words.ts'

const MAX_WORDS = 600
const LETTERS = /\p{L}/gu
const LATIN = /\p{Script=Latin}/gu
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
/** The letters of languages that are known by their script alone. */
const SCRIPTS: Readonly<Partial<Record<PromptLanguage, RegExp>>> = {
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー]/gu,
  zh: /\p{Script=Han}/gu,
  ko: /\p{Script=Hangul}/gu,
}
/** The share of the letters that must be in the language's script; the rest may be names. */
const MIN_SHARE = 0.6

/**
 * True where all texts together and each of them are written in a language: in its script and, where the script does
 * not tell the language, with its stop words, of which no other language has more. A single short text may be
 * undecided, and then passes.
 */
export function areInLanguage(texts: readonly string[], language: PromptLanguage): boolean {
  if (!texts.every((text) => isInScript(text, language))) return false
  if (SCRIPTS[language] !== undefined) return true
  const all = smallWords(texts.join('\n'), language)
  if (all.own === 0 || all.other > all.own) return false
  return texts.every((text) => {
    const { own, other } = smallWords(text, language)
    return other <= own + 1
  })
}

/**
 * True unless a single short text is clearly in a language other than `language`, or in another script than the text of
 * the page.
 */
export function mayBeIn(text: string, language: string, beside: string): boolean {
  const [own, other] = [writtenScript(text), writtenScript(beside)]
  if (own?.letter.source !== other?.letter.source || hasOtherKana(text, language)) return false
  const told = detectLanguage(text)
  const isOther = told !== undefined && primaryLanguage(told.language) !== language
  if (isOther && told.isSure) return false
  // A language without stop words has none to count in its favour.
  if (!STOP_WORD_LANGUAGES.includes(language)) return !isOther
  const words = smallWords(text, language)
  return words.other <= words.own + 1
}

function isInScript(text: string, language: PromptLanguage): boolean {
  if (hasOtherKana(text, language)) return false
  return count(text, SCRIPTS[language] ?? LATIN) >= count(text, LETTERS) * MIN_SHARE
}

/**
 * True where the kana in a text, or their absence, show that it is not in this language. Japanese and Chinese share
 * their Han characters, but every sentence of Japanese has kana.
 */
function hasOtherKana(text: string, language: string): boolean {
  const hasKana = KANA.test(text)
  return (language === 'ja' && !hasKana) || (language === 'zh' && hasKana)
}

const count = (text: string, kind: RegExp): number => text.match(kind)?.length ?? 0

/**
 * Counts the stop words of the language in a text (`own`), and those of the other language that has the most (`other`).
 */
function smallWords(text: string, language: string): { own: number; other: number } {
  const words = segmentWords(text, MAX_WORDS).map((word) => word.text.toLowerCase())
  const ofList = (name: string): number => {
    const list = stopWordsOf(name)
    return words.filter((word) => list.has(word)).length
  }
  const others = STOP_WORD_LANGUAGES.filter((one) => one !== language).map(ofList)
  return { own: ofList(language), other: Math.max(0, ...others) }
}
