import { hasCjkRuns, toSearchText } from '../../domain/search/cjk-segmentation.ts'
import { stopWordsOf } from '../../domain/prompts/stop-words.ts'
import { segmentsIn } from '../../lib/text/segments.ts'

/**
 * A word of a search with its terms in the index, `pieces`: in scripts without spaces these are pairs of characters.
 */
export interface QueryWord {
  text: string
  pieces: readonly string[]
  /** The words that the word is joined from; for most words, only the word itself. */
  parts: readonly string[]
  /** True for a joining word, which says nothing by itself. */
  isJoining: boolean
  /** True for a word in a script without spaces. */
  isRun: boolean
  /** True where no character stands between the word and the one before. */
  isAttached: boolean
  /** True for the end of the word before, which stands after an apostrophe: the `s` of `PPP’s`. */
  isTail: boolean
}

const WORD = /[\p{L}\p{N}]+/gu
/** Matches words, and in the group `tail` the end of a word after an apostrophe: `PPP’s`, `isn’t`. */
const WORD_OR_TAIL = /(?<tail>(?<=\p{L}['’])(?:s|t|d|m|ll|re|ve)(?![\p{L}\p{N}]))|[\p{L}\p{N}]+/gu
/** Matches a single syllable of kana, which is an ending or a particle unless it is a piece of a word in katakana. */
const SYLLABLE = /^[\p{Script=Hiragana}\p{Script=Katakana}ー]$/u
const KATAKANA_END = /[\p{Script=Katakana}ー]$/u
const KATAKANA_START = /^\p{Script=Katakana}/u
const HIRAGANA_END = /\p{Script=Hiragana}$/u
const HIRAGANA_START = /^\p{Script=Hiragana}/u
/** The languages that are written without spaces and whose joining words are known. */
const RUN_LANGUAGES = ['ja', 'zh']

/**
 * Splits a text into its first `max` words, in lower case. `languages` are those of the searched sites; the joining
 * words are those of the language that knows most of them.
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

/** True where two pieces are one word in katakana, which the segmenter's dictionary does not know. */
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

/**
 * Splits a text of any script into words by a segmenter. The segmenter takes tens of milliseconds to make, and most
 * searches do not need it, so it is made with the first such text.
 */
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
 * Joins words that belong to one name or compound, which dictionaries take apart: 和敬|清|寂. A word that ends or begins in
 * hiragana is not joined there.
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
