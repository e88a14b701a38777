import { hasCjkRuns } from '../../domain/search/cjk-segmentation.ts'
import { isAscii } from '../../lib/text/is-ascii.ts'

/** The similarity, from 0 to 1, below which two words are not one word misspelt or inflected. */
const MIN_SIMILARITY = 0.4

const GRAM = 3
/** The most characters of a word that are compared. */
const MAX_WORD_CHARS = 40

/**
 * Splits a text into words in lower case and without accents, so that words of a search and of a text are written
 * alike.
 */
export function normalizedWords(text: string): string[] {
  if (isAscii(text)) return text.toLowerCase().match(/[a-z0-9]+/g) ?? []
  const plain = text.normalize('NFKD').replaceAll(/\p{M}+/gu, '')
  return plain.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

const SPACE = 32
/** A table of ASCII codes that holds 1 for each lower-case letter and digit, of which words are made. */
const PARTS = Uint8Array.from({ length: 128 }, (_, code) =>
  /[a-z0-9]/.test(String.fromCharCode(code)) ? 1 : 0,
)

/**
 * The number of slots in the set of trigrams. Two trigrams may share a slot, so a hit only says that a word may be
 * similar.
 */
const SLOTS = 1 << 14

/** The similarity of a word to one word of the search, which `index` names by its place. */
interface SimilarTerm {
  readonly index: number
  readonly similarity: number
}

const NOTHING: readonly SimilarTerm[] = []

/**
 * Compares words of texts with the words of one search: 1 for the same word, less for one that shares trigrams (Dice's
 * coefficient), so that inflected and misspelt words count too, in any language.
 */
export class FuzzyTerms {
  /**
   * The search's words in scripts without spaces, by their place in the search; texts are searched for them as they
   * are.
   */
  readonly runs: readonly { word: string; index: number }[]
  /** True where the search has words in other scripts too. */
  readonly hasSpaced: boolean
  readonly #terms: readonly { word: string; grams: number }[]
  readonly #termsByGram = new Map<number, number[]>()
  readonly #mayHave = new Uint8Array(SLOTS)
  readonly #known = new Map<string, readonly SimilarTerm[]>()

  constructor(terms: readonly string[]) {
    const plain = terms.map((word, index) => ({ word, index, isRun: hasCjkRuns(word) }))
    this.runs = plain.filter(({ isRun }) => isRun)
    this.hasSpaced = this.runs.length < terms.length
    const words = plain.map(({ word, isRun }) => (isRun ? '' : normalizedWords(word).join('')))
    this.#terms = words.map((word) => ({ word, grams: gramsOf(padWord(word)).length }))
    for (const [index, word] of words.entries()) {
      for (const gram of new Set(gramsOf(padWord(word)))) {
        this.#mayHave[slotOf(gram)] = 1
        const holders = this.#termsByGram.get(gram)
        if (holders) holders.push(index)
        else this.#termsByGram.set(gram, [index])
      }
    }
  }

  /** The number of words in the search. */
  get size(): number {
    return this.#terms.length
  }

  /** Returns the words of a text that may be similar to a word of the search; all others share no trigram with it. */
  candidates(text: string): string[] {
    return isAscii(text) ? this.#asciiCandidates(text.toLowerCase()) : normalizedWords(text)
  }

  /**
   * Finds the candidates of a text in ASCII and lower case. @NOTE most words of most texts are passed over here, and no
   * string is made of these.
   */
  #asciiCandidates(text: string): string[] {
    const words: string[] = []
    let start = -1
    let isHit = false
    let [first, second] = [SPACE, SPACE]
    for (let at = 0; at <= text.length; at++) {
      const code = at < text.length ? text.charCodeAt(at) : SPACE
      const letter = PARTS[code] === 1 ? code : SPACE
      if (start >= 0) {
        isHit ||= this.#mayHave[slotOf((first << 20) | (second << 10) | letter)] === 1
      } else if (letter !== SPACE) {
        start = at
        isHit = false
      }
      if (letter === SPACE && start >= 0) {
        // A longer word is compared by its beginning.
        if (isHit || at - start > MAX_WORD_CHARS) words.push(text.slice(start, at))
        start = -1
      }
      first = second
      second = letter
    }
    return words
  }

  /** Returns the words of the search that a word of a text is similar to; for most words that is an empty list. */
  of(word: string): readonly SimilarTerm[] {
    let similar = this.#known.get(word)
    if (!similar) {
      similar = this.#compare(word)
      this.#known.set(word, similar)
    }
    return similar
  }

  /**
   * Compares a word with all words of the search. @NOTE this is the most expensive part of a search, so it allocates
   * nothing for the many words that share no trigram.
   */
  #compare(word: string): readonly SimilarTerm[] {
    const padded = padWord(word)
    const grams = padded.length - GRAM + 1
    let shared: Map<number, number> | undefined
    for (let at = 0; at < grams; at++) {
      const holders = this.#termsByGram.get(gramAt(padded, at))
      if (!holders) continue
      shared ??= new Map<number, number>()
      for (const index of holders) shared.set(index, (shared.get(index) ?? 0) + 1)
    }
    return shared ? this.#similarTerms(word, grams, shared) : NOTHING
  }

  #similarTerms(
    word: string,
    grams: number,
    shared: ReadonlyMap<number, number>,
  ): readonly SimilarTerm[] {
    const similar: SimilarTerm[] = []
    for (const [index, count] of shared) {
      const term = this.#terms[index]
      if (!term) continue
      const similarity = term.word === word ? 1 : (2 * count) / (grams + term.grams)
      // A repeated trigram of one word may match a single one of the other.
      if (similarity >= MIN_SIMILARITY) similar.push({ index, similarity: Math.min(1, similarity) })
    }
    return similar.length === 0 ? NOTHING : similar
  }
}

/** Puts a space before and after a word, so that trigrams show its ends, and cuts a long one. */
const padWord = (word: string): string => ` ${word.slice(0, MAX_WORD_CHARS)} `

const gramsOf = (padded: string): number[] =>
  Array.from({ length: padded.length - GRAM + 1 }, (_, at) => gramAt(padded, at))

/**
 * Packs three characters into one number, ten bits each. That is enough to tell the letters of any one alphabet apart;
 * letters of two scripts may collide, which does no harm.
 */
function gramAt(text: string, at: number): number {
  return (codeAt(text, at) << 20) | (codeAt(text, at + 1) << 10) | codeAt(text, at + 2)
}

const slotOf = (gram: number): number => (gram ^ (gram >>> 7) ^ (gram >>> 16)) & (SLOTS - 1)

const codeAt = (text: string, at: number): number => text.charCodeAt(at) & 1_023
