import type { PhraseToken } from './phrase-dictionary.ts'

/** The number of slots of the hash table: a power of two, more than twice the number of phrases on a page. */
const SLOTS = 2 ** 15
const MAX_PHRASES = 2 ** 14
const MAX_PHRASE_WORDS = 4
const MAX_PHRASE_CHARS = 60

/**
 * Counts the phrases of one page. A phrase is identified by two numbers, of the phrase without its last word and of
 * that word's stem: few of the thousands of phrases on a page are ever written out.
 */
export class PhraseTable {
  /** Hash table of phrase numbers; they begin with 1, and 0 marks an empty slot. */
  readonly #slots = new Int32Array(SLOTS)
  readonly #parents = new Int32Array(MAX_PHRASES)
  readonly #stemIds = new Int32Array(MAX_PHRASES)
  readonly #firsts = new Int32Array(MAX_PHRASES)
  readonly #words = new Uint8Array(MAX_PHRASES)
  readonly #isProminent = new Uint8Array(MAX_PHRASES)
  /** Term frequency by phrase number; 0 for a phrase that is only the beginning of others. */
  readonly #tf = new Int32Array(MAX_PHRASES)
  #size = 1
  /** The words of all runs, one run after the other. */
  #tokens: PhraseToken[] = []
  #counted = 0

  /** Returns the number above that of the last phrase; phrases are numbered from 1. */
  get size(): number {
    return this.#size
  }

  clear(): void {
    this.#slots.fill(0)
    this.#tf.fill(0, 0, this.#size)
    this.#size = 1
    this.#tokens = []
    this.#counted = 0
  }

  /** Adds a word to the current run. */
  add(token: PhraseToken): void {
    this.#tokens.push(token)
  }

  /** Counts all phrases of the current run, and ends it. */
  count(weight: number, isProminent: boolean): void {
    const { length } = this.#tokens
    for (let start = this.#counted; start < length; start++) {
      const longest = Math.min(MAX_PHRASE_WORDS, length - start)
      let phrase = 0
      let chars = 0
      let isUnspaced = false
      for (let words = 1; words <= longest; words++) {
        const token = this.#tokens[start + words - 1]
        if (token === undefined) break
        phrase = this.#child(phrase, token.stemId)
        chars += token.text.length
        isUnspaced ||= token.isUnspaced
        const known = this.#tf[phrase] ?? 0
        if (known === 0) {
          if (chars + (isUnspaced ? 0 : words - 1) > MAX_PHRASE_CHARS) continue
          this.#firsts[phrase] = start
          this.#words[phrase] = words
          this.#isProminent[phrase] = isProminent ? 1 : 0
        }
        this.#tf[phrase] = known + weight
      }
    }
    this.#counted = length
  }

  /** Returns the weighted number of occurrences of a phrase. */
  tfOf(phrase: number): number {
    return this.#tf[phrase] ?? 0
  }

  /** Returns the frequencies of all phrases by their numbers: the array itself, and not a copy. */
  frequencies(): Int32Array {
    return this.#tf.slice(0, this.#size)
  }

  wordsIn(phrase: number): number {
    return this.#words[phrase] ?? 0
  }

  isProminent(phrase: number): boolean {
    return this.#isProminent[phrase] === 1
  }

  keyOf(phrase: number): string {
    const first = this.#firsts[phrase] ?? 0
    let key = this.#tokens[first]?.stem ?? ''
    for (let i = 1; i < this.wordsIn(phrase); i++) key += ` ${this.#tokens[first + i]?.stem ?? ''}`
    return key
  }

  /** Returns the first spelling of a phrase. */
  textOf(phrase: number): string {
    const first = this.#firsts[phrase] ?? 0
    if (this.wordsIn(phrase) === 1) return this.#tokens[first]?.text ?? ''
    const tokens = this.#tokens.slice(first, first + this.wordsIn(phrase))
    const gap = tokens.some(({ isUnspaced }) => isUnspaced) ? '' : ' '
    return tokens.map(({ text }) => text).join(gap)
  }

  /** Returns the number of the phrase that extends `parent` by one word. */
  #child(parent: number, stemId: number): number {
    const hash = Math.imul(Math.imul(parent, 0x9e3779b1) ^ stemId, 0x85ebca6b)
    let slot = (hash ^ (hash >>> 15)) & (SLOTS - 1)
    for (;;) {
      const phrase = this.#slots[slot] ?? 0
      if (phrase === 0) break
      if (this.#parents[phrase] === parent && this.#stemIds[phrase] === stemId) return phrase
      slot = (slot + 1) & (SLOTS - 1)
    }
    const made = this.#size++
    this.#slots[slot] = made
    this.#parents[made] = parent
    this.#stemIds[made] = stemId
    return made
  }
}
