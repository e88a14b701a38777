import { segmentsIn } from '../../lib/text/segments.ts'

/** A piece of a run that is written without spaces. */
interface UnspacedWord {
  text: string
  isAttached: boolean
  /** True for particles, endings and verbs, which name nothing. */
  isEnding: boolean
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const HIRAGANA_ONLY = /^[\p{Script=Hiragana}ー]+$/u
/** Matches a word that begins as a noun and ends in hiragana: it is mostly a verb or an adjective. */
const BENT = /\p{Script=Han}.*\p{Script=Hiragana}$/u
const NOUN_LETTER = /^[\p{Script=Han}\p{Script=Katakana}]$/u

let segmenter: Intl.Segmenter | undefined

/** True for a word of Japanese or Chinese, which is several words. */
export const isSeveralWords = (word: string): boolean => UNSPACED.test(word)

/**
 * Cuts a run of Japanese or Chinese into words. A single character that stands behind a word belongs to it: 潮汐表. The
 * segmenter takes tens of milliseconds to make, and most sites do not need it.
 */
export function unspacedWords(run: string): UnspacedWord[] {
  segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' })
  const words: UnspacedWord[] = []
  // The parts of a long word are known from its pieces; to read it again with each would take the square of its length.
  let isLastHiragana = false
  for (const { segment: text } of segmentsIn(segmenter, run)) {
    const last = words.at(-1)
    if (last && NOUN_LETTER.test(text) && !isLastHiragana && !STANDS_ALONE.has(text)) {
      last.text += text
      last.isEnding = false
    } else {
      isLastHiragana = HIRAGANA_ONLY.test(text)
      const isEnding = isLastHiragana || BENT.test(text)
      words.push({ text, isAttached: last !== undefined, isEnding })
    }
  }
  return words
}

/** Single characters that only join words or ask, and so stay words of their own. */
const STANDS_ALONE = new Set(
  '的了在是和就都也很到要去会會着這这那与與及或但而于於以为為对對从從被把让讓由之其等中吗嗎呢吧谁誰何有',
)
