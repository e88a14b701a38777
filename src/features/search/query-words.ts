import { hasCjkRuns, toSearchText } from '../../domain/search/cjk-segmentation.ts'
import { stopWordsOf } from '../../domain/prompts/stop-words.ts'

/** A word of a search with its terms in the index, which are pairs of characters in scripts without spaces. */
export interface QueryWord {
  text: string
  pieces: readonly string[]
  /** True when it only joins other words. */
  isJoining: boolean
  /** True when it is written without a space to the next word. */
  isRun: boolean
  /** True when nothing stands between it and the word before. */
  isAttached: boolean
}

const WORD = /[\p{L}\p{N}]+/gu
/** Matches a single syllable, which is an ending or a particle. */
const SYLLABLE = /^[\p{Script=Hiragana}\p{Script=Katakana}ー]$/u
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
  const words = (isCut ? segmentsOf(plain) : (plain.match(WORD) ?? []).map(spaced)).slice(0, max)
  const known = languages.length > 0 ? languages : ['en']
  const joining = joiningWords(words, isCut ? [...known, ...RUN_LANGUAGES] : known)
  return words.map((word) => ({ ...word, isJoining: joining.has(word.text) || isSyllable(word) }))
}

type CutWord = Omit<QueryWord, 'isJoining'>

const isSyllable = ({ isRun, text }: CutWord): boolean => isRun && SYLLABLE.test(text)

const spaced = (text: string): CutWord => ({
  text,
  pieces: [text],
  isRun: false,
  isAttached: false,
})

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
function segmentsOf(text: string): CutWord[] {
  segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' })
  const words: CutWord[] = []
  let end = -1
  for (const { segment, index, isWordLike } of segmenter.segment(text)) {
    if (isWordLike !== true) continue
    const isRun = hasCjkRuns(segment)
    const pieces = (isRun ? toSearchText(segment) : segment).match(WORD) ?? []
    if (isRun) words.push({ text: segment, pieces, isRun, isAttached: index === end })
    else words.push(...pieces.map(spaced))
    end = index + segment.length
  }
  return words.filter(({ pieces }) => pieces.length > 0)
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
    joined[joined.length - 1] = { ...last, text, pieces: toSearchText(text).match(WORD) ?? [] }
  }
  return joined
}
