import { hasUnspaced, segmentWords } from '../../../domain/prompts/segment-words.ts'
import { stopWordsOf } from '../../../domain/prompts/stop-words.ts'
import { foldSpelling } from './folded-text.ts'
import { figuresOf, partsOfFigure } from './text-figures.ts'

/**
 * The least letters and digits of a whole sentence, its least words, and the least letters of a piece of a sentence; a
 * sign of Japanese counts as two.
 */
const MIN_SENTENCE_CHARS = 10
const MIN_SENTENCE_WORDS = 3
const MIN_PIECE_CHARS = 40
const UNSPACED_SHARE = 2
/** The most places of a sentence that are tried, since a sentence may also be the beginning of another one. */
const MAX_PLACES = 20
/**
 * The number of characters before a sentence that may also have words of its question: about two sentences or a
 * heading.
 */
const NEAR_CHARS = 250
/**
 * The least share of a question's words that must be near its sentence: of all words, or of those that are not in the
 * page's title.
 */
const MIN_SHARE = 0.4
const MIN_SHARE_BESIDE_TITLE = 0.5
const MAX_WORDS = 40
/** The share of a word's letters, from its beginning, that all its forms have. */
const STEM_SHARE = 0.6
const MIN_STEM_CHARS = 4

/** Matches a letter, which each word has; figures are searched for separately. */
const HAS_LETTER = /\p{L}/u
const LETTER = /[\p{L}\p{M}\p{N}]/gu
const JOINS = /^[\p{L}\p{M}\p{N}]/u
const JOINS_BEFORE = /[\p{L}\p{M}\p{N}]$/u
const ENDS = /[.!?:;…。！？：；؟۔।)\]]\s*$/u
const IS_END = /^\s*[.!?:;…。！？：；؟۔।([]/u
const EDGES = /^[\s\p{P}]+|[\s\p{P}]+$/gu

/** The place of a sentence in a text, as UTF-16 offsets; `end` is exclusive. */
export interface SentencePlace {
  start: number
  end: number
}

/** A part of a page's text as it was sent to a model, in which the model's statements are looked up. */
export class SentText {
  readonly #text: string
  readonly #lower: string
  /** The title of the page, which the model got together with the text. */
  readonly #title: string
  /** The offsets at which lines begin. */
  readonly #starts = new Set<number>()
  readonly #figures: ReadonlySet<string>

  constructor(part: string, title: string) {
    let text = ''
    for (const line of part.split('\n')) {
      if (text !== '') text += ' '
      this.#starts.add(text.length)
      text += foldSpelling(line)
    }
    this.#text = text
    this.#lower = lower(text)
    this.#title = lower(foldSpelling(title))
    const figures = [...figuresOf(text), ...figuresOf(title)]
    this.#figures = new Set(figures.flatMap((figure) => [figure, ...partsOfFigure(figure)]))
  }

  /**
   * Finds the place of a whole sentence, or of a long piece of one, with exactly its letters; undefined where there is
   * no such place. A sentence with added or missing words, or one put together from several places, is not found.
   */
  placeOf(sentence: string): SentencePlace | undefined {
    const wanted = foldSpelling(sentence).replace(EDGES, '')
    const chars = wanted.match(LETTER)?.length ?? 0
    const share = hasUnspaced(wanted) ? UNSPACED_SHARE : 1
    const isShort =
      chars * share < MIN_SENTENCE_CHARS ||
      (share === 1 && wanted.split(' ').length < MIN_SENTENCE_WORDS)
    if (isShort) return undefined
    const isLong = chars * share >= MIN_PIECE_CHARS
    return this.#places(wanted, share > 1).find((place) => isLong || this.#isWhole(place))
  }

  hasFigure(figure: string): boolean {
    return this.#figures.has(figure)
  }

  /** True where the words are in the text or the title, one after the other; the last word may have another ending. */
  hasWords(words: string): boolean {
    const wanted = lower(foldSpelling(words))
    return [this.#lower, this.#title].some((text) => standsIn(text, wanted))
  }

  /** True where the text or the title has the stem of a word: at least its first 60 % of letters. */
  hasStem(word: string): boolean {
    const stem = stemOf(lower(foldSpelling(word)))
    return this.#lower.includes(stem) || this.#title.includes(stem)
  }

  /**
   * True where a question has the same subject as the text just before and at a place: enough of its words have their
   * stems there, of all words or of those that are not in the title. An answer may use other words than its question;
   * but where all words differ, it answers something else.
   */
  isAbout({ start, end }: SentencePlace, question: string, language: string): boolean {
    const near = this.#lower.slice(Math.max(0, start - NEAR_CHARS), end)
    const small = stopWordsOf(language)
    const stems = segmentWords(foldSpelling(question), MAX_WORDS)
      .map(({ text }) => lower(text))
      .filter((word) => !small.has(word) && HAS_LETTER.test(word))
      .map(stemOf)
    const isNear = (stem: string): boolean => near.includes(stem)
    const further = stems.filter((stem) => !this.#title.includes(stem))
    return shareOf(stems, isNear) >= MIN_SHARE || shareOf(further, isNear) >= MIN_SHARE_BESIDE_TITLE
  }

  /** Finds the places at which a text stands, except within a word; its first letter may be upper or lower case. */
  #places(wanted: string, isUnspaced: boolean): SentencePlace[] {
    const [first = ''] = wanted
    const rest = wanted.slice(first.length)
    const places: SentencePlace[] = []
    let at = this.#text.indexOf(rest)
    for (let tried = 0; at >= 0 && tried < MAX_PLACES; tried++) {
      const place = { start: at - first.length, end: at + rest.length }
      const own = this.#text.slice(Math.max(0, place.start), at)
      const isSame = lower(own) === lower(first)
      if (isSame && (isUnspaced || !this.#isWithinWord(place))) places.push(place)
      at = this.#text.indexOf(rest, at + 1)
    }
    return places
  }

  #isWithinWord({ start, end }: SentencePlace): boolean {
    return (
      JOINS_BEFORE.test(this.#text.slice(Math.max(0, start - 2), start)) ||
      JOINS.test(this.#text.slice(end, end + 2))
    )
  }

  /** True for a place that begins and ends as a sentence or a line does. */
  #isWhole({ start, end }: SentencePlace): boolean {
    const before = this.#text.slice(Math.max(0, start - 4), start)
    const behind = this.#text.slice(end, end + 4)
    const begins = before.trim() === '' || ENDS.test(before) || this.#isLineStart(start)
    return begins && (behind.trim() === '' || IS_END.test(behind) || this.#starts.has(end + 1))
  }

  /**
   * True for an offset at the beginning of a line. A mark such as a bracket may be between the beginning and the
   * offset.
   */
  #isLineStart(start: number): boolean {
    for (let at = start; at >= Math.max(0, start - 2); at--) {
      if (this.#starts.has(at)) return !JOINS.test(this.#text.slice(at, start))
    }
    return false
  }
}

const lower = (text: string): string => text.normalize('NFKC').toLowerCase()

/** Returns the share of the stems for which `holds` is true; 0 without any stem. */
const shareOf = (stems: readonly string[], holds: (stem: string) => boolean): number =>
  stems.length === 0 ? 0 : stems.filter(holds).length / stems.length

const stemOf = (word: string): string =>
  word.slice(0, Math.max(MIN_STEM_CHARS, Math.ceil(word.length * STEM_SHARE)))

/** The most letters by which the endings of two forms of a name may differ: `Tickets` and `Ticket`. */
const MAX_ENDING_CHARS = 2
const MIN_NAME_CHARS = 5
const ENDING = /^[\p{L}\p{M}\p{N}]*/u
/** Matches vowels at the end of a word, which languages with cases change: `Warszawa` and `w Warszawie`. */
const FINAL_VOWELS = /(?<=[\p{L}]{5})[aeiouyąęóаеёиоуыэюя]{1,2}$/u

function standsIn(text: string, wanted: string): boolean {
  const last = wanted.slice(wanted.lastIndexOf(' ') + 1)
  const isLong = last.length >= MIN_NAME_CHARS
  if (standsAsWord(text, wanted, isLong ? (ending) => ending.length <= MAX_ENDING_CHARS : isNone)) {
    return true
  }
  const stem = last.replace(FINAL_VOWELS, '')
  const bare = wanted.slice(0, wanted.length - last.length + stem.length)
  if (stem !== last && standsAsWord(text, bare, isVowels)) return true
  return [1, MAX_ENDING_CHARS].some(
    (chars) =>
      last.length - chars >= MIN_NAME_CHARS && standsAsWord(text, wanted.slice(0, -chars), isNone),
  )
}

const isNone = (ending: string): boolean => ending === ''
const isVowels = (ending: string): boolean => `xxxxx${ending}`.replace(FINAL_VOWELS, '') === 'xxxxx'

/** True where a text has a word that begins with `wanted` and whose ending `mayEnd` allows. */
function standsAsWord(text: string, wanted: string, mayEnd: (ending: string) => boolean): boolean {
  if (wanted === '') return false
  const isUnspaced = hasUnspaced(wanted)
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    if (isUnspaced) return true
    if (JOINS_BEFORE.test(text.slice(Math.max(0, at - 2), at))) continue
    const end = at + wanted.length
    const [ending = ''] = ENDING.exec(text.slice(end, end + MAX_ENDING_CHARS + 2)) ?? []
    if (mayEnd(ending)) return true
  }
  return false
}
