import { hasRuns } from '../../../db/search/unspaced.ts'

/** Words that share less are not one word misspelt or inflected. */
const MIN_LIKENESS = 0.4

const GRAM = 3
/** More of a word is not compared. */
const MAX_WORD_CHARS = 40

const NOT_ASCII = /[^\0-\x7f]/

/** Words in lower case and without accents, so that both sides of a comparison are written alike. */
export function plainWords(text: string): string[] {
  if (!NOT_ASCII.test(text)) return text.toLowerCase().match(/[a-z0-9]+/g) ?? []
  const plain = text.normalize('NFKD').replaceAll(/\p{M}+/gu, '')
  return plain.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

const NOTHING: ReadonlyMap<number, number> = new Map()

/**
 * Compares words of texts with the words of one search: 1 for the same word, less for one that shares trigrams (Dice's
 * coefficient), so that other forms and slips of the keyboard count too, in any language.
 */
export class AlikeWords {
  /** The search's words of writing without spaces, by their place; these are looked for as they are. */
  readonly runs: readonly { word: string; index: number }[]
  /** Whether it has words of any other kind. */
  readonly hasSpaced: boolean
  readonly #terms: readonly { word: string; grams: number }[]
  readonly #termsByGram = new Map<number, number[]>()
  readonly #known = new Map<string, ReadonlyMap<number, number>>()

  constructor(terms: readonly string[]) {
    const plain = terms.map((word, index) => ({ word, index, isRun: hasRuns(word) }))
    this.runs = plain.filter(({ isRun }) => isRun)
    this.hasSpaced = this.runs.length < terms.length
    const words = plain.map(({ word, isRun }) => (isRun ? '' : plainWords(word).join('')))
    this.#terms = words.map((word) => ({ word, grams: gramsOf(padWord(word)).length }))
    for (const [index, word] of words.entries()) {
      for (const gram of new Set(gramsOf(padWord(word)))) {
        const holders = this.#termsByGram.get(gram)
        if (holders) holders.push(index)
        else this.#termsByGram.set(gram, [index])
      }
    }
  }

  /** How many words the search has. */
  get size(): number {
    return this.#terms.length
  }

  /** The search's words that a plain word is alike to, by their place, with how much. */
  of(word: string): ReadonlyMap<number, number> {
    let alike = this.#known.get(word)
    if (!alike) {
      alike = this.#compare(word)
      this.#known.set(word, alike)
    }
    return alike
  }

  /** @NOTE the dearest part of a search, so it makes nothing for the many words that share nothing. */
  #compare(word: string): ReadonlyMap<number, number> {
    const padded = padWord(word)
    const grams = padded.length - GRAM + 1
    let shared: Map<number, number> | undefined
    for (let at = 0; at < grams; at++) {
      const holders = this.#termsByGram.get(gramAt(padded, at))
      if (!holders) continue
      shared ??= new Map<number, number>()
      for (const index of holders) shared.set(index, (shared.get(index) ?? 0) + 1)
    }
    return shared ? this.#likenesses(word, grams, shared) : NOTHING
  }

  #likenesses(
    word: string,
    grams: number,
    shared: ReadonlyMap<number, number>,
  ): ReadonlyMap<number, number> {
    const alike = new Map<number, number>()
    for (const [index, count] of shared) {
      const term = this.#terms[index]
      if (!term) continue
      const likeness = term.word === word ? 1 : (2 * count) / (grams + term.grams)
      // A word may repeat a trigram that the other has once.
      if (likeness >= MIN_LIKENESS) alike.set(index, Math.min(1, likeness))
    }
    return alike.size === 0 ? NOTHING : alike
  }
}

/** A space marks the word's ends. */
const padWord = (word: string): string => ` ${word.slice(0, MAX_WORD_CHARS)} `

const gramsOf = (padded: string): number[] =>
  Array.from({ length: padded.length - GRAM + 1 }, (_, at) => gramAt(padded, at))

/**
 * Three letters as one number. Ten bits of each are enough to tell the letters of any one alphabet apart; that letters of
 * two scripts may meet does no harm.
 */
function gramAt(text: string, at: number): number {
  return (codeAt(text, at) << 20) | (codeAt(text, at + 1) << 10) | codeAt(text, at + 2)
}

const codeAt = (text: string, at: number): number => text.charCodeAt(at) & 1_023
