import { hasCjkRuns, toSearchText } from '../../domain/search/cjk-segmentation.ts'
import { stopWordsOf } from '../../domain/prompts/stop-words.ts'
import { segmentsIn } from '../../lib/text/segments.ts'

/** A word of a search with its terms in the index, which are pairs of characters in scripts without spaces. */
export interface QueryWord {
  text: string
  pieces: readonly string[]
  /** The words that it is joined from; of most words, it alone. */
  parts: readonly string[]
  /** True when it only joins other words. */
  isJoining: boolean
  /** True when it is written without a space to the next word. */
  isRun: boolean
  /** True when nothing stands between it and the word before. */
  isAttached: boolean
  /** True when it is the end of the word before, behind an apostrophe. */
  isTail: boolean
}

const WORD = /[\p{L}\p{N}]+/gu
/** Matches words, and as `tail` what stands behind an apostrophe: `PPP’s`, `isn’t`. */
const WORD_OR_TAIL = /(?<tail>(?<=\p{L}['’])(?:s|t|d|m|ll|re|ve)(?![\p{L}\p{N}]))|[\p{L}\p{N}]+/gu
/** Matches a single syllable, which is an ending or a particle, if it is not a piece of a word in katakana. */
const SYLLABLE = /^[\p{Script=Hiragana}\p{Script=Katakana}ー]$/u
const KATAKANA_END = /[\p{Script=Katakana}ー]$/u
const KATAKANA_START = /^\p{Script=Katakana}/u
const HIRAGANA_END = /\p{Script=Hiragana}$/u
const HIRAGANA_START = /^\p{Script=Hiragana}/u
/** Languages that are written without spaces and whose joining words are known. */
const RUN_LANGUAGES = ['ja', 'zh']

/**
 * Splits a text into its first words in lower case. Languages are those of the searched sites; the one that knows most
 * of the joining words is taken.
 */
export function queryWords(text: string, languages: readonly string[], max: number): QueryWord[] {
  const plain = text.normalize('NFC').toLowerCase()
  const isCut = hasCjkRuns(plain)
  const words = isCut ? segmentsOf(plain, max) : spacedWords(plain, max)
  const known = languages.length > 0 ? languages : ['en']
  const joining = joiningWords(words, isCut ? [...known, ...RUN_LANGUAGES] : known)
  const isJoining = (word: CutWord, i: number): boolean => {
    const next = words[i + 1]
    return (
      word.isTail ||
      joining.has(word.text) ||
      (isSyllable(word) && !isPiece(words[i - 1], word) && !isPiece(word, next)) ||
      (next?.isTail === true && joining.has(`${word.text}'${next.text}`))
    )
  }
  return words.map((word, i) => ({ ...word, isJoining: isJoining(word, i) }))
}

type CutWord = Omit<QueryWord, 'isJoining'>

/** Says whether two words are one in katakana, which the dictionary does not know. */
const isPiece = (word: CutWord | undefined, next: CutWord | undefined): boolean =>
  word !== undefined &&
  next?.isAttached === true &&
  KATAKANA_END.test(word.text) &&
  KATAKANA_START.test(next.text)

const isSyllable = ({ isRun, text }: CutWord): boolean => isRun && SYLLABLE.test(text)

const spaced = (text: string, isTail = false): CutWord => ({
  text,
  pieces: [text],
  parts: [text],
  isRun: false,
  isAttached: false,
  isTail,
})

function spacedWords(text: string, max: number): CutWord[] {
  const words: CutWord[] = []
  for (const { 0: word, groups } of text.matchAll(WORD_OR_TAIL)) {
    if (words.length === max) break
    words.push(spaced(word, groups?.['tail'] !== undefined))
  }
  return words
}

function joiningWords(
  words: readonly CutWord[],
  languages: readonly string[],
): ReadonlySet<string> {
  const [best] = languages
    .map((language) => stopWordsOf(language))
    .map((list) => ({ list, known: words.filter(({ text }) => list.has(text)).length }))
    .toSorted((a, b) => b.known - a.known)
  return best?.list ?? new Set()
}

let segmenter: Intl.Segmenter | undefined

/** Segments words of any script; the segmenter takes tens of milliseconds to make, and most searches do not need it. */
function segmentsOf(text: string, max: number): CutWord[] {
  segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' })
  const words: CutWord[] = []
  let end = -1
  for (const { segment, index, isWordLike } of segmentsIn(segmenter, text)) {
    if (words.length >= max) break
    if (isWordLike !== true) continue
    const isRun = hasCjkRuns(segment)
    const pieces = (isRun ? toSearchText(segment) : segment).match(WORD) ?? []
    if (isRun && pieces.length > 0) {
      const isAttached = index === end
      words.push({ text: segment, pieces, parts: [segment], isRun, isAttached, isTail: false })
    } else words.push(...pieces.map((piece) => spaced(piece)))
    end = index + segment.length
  }
  return words.slice(0, max)
}

/**
 * Joins words that belong to one name or compound, which dictionaries take apart: 和敬|清|寂. An ending in hiragana is a
 * border.
 */
export function joinCompounds(words: readonly QueryWord[]): QueryWord[] {
  const joined: QueryWord[] = []
  for (const word of words) {
    const last = joined.at(-1)
    const isPart =
      last !== undefined &&
      word.isAttached &&
      last.isRun &&
      !last.isJoining &&
      !word.isJoining &&
      !HIRAGANA_END.test(last.text) &&
      !HIRAGANA_START.test(word.text)
    if (!isPart) {
      joined.push(word)
      continue
    }
    const text = last.text + word.text
    const pieces = toSearchText(text).match(WORD) ?? []
    joined[joined.length - 1] = { ...last, text, pieces, parts: [...last.parts, ...word.parts] }
  }
  return joined
}
