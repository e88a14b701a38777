import { KnownValues } from './known-values.ts'
import { letterOfDigit, toLatin } from './confusables.ts'

/** The fewest characters of a prefix; one character says too little. */
const MIN_PREFIX = 2
const MAX_PREFIX = 14

/** The number of first letters that identify a long word: five of them hardly stand side by side by chance. */
const DISTINCTIVE_LETTERS = 5

const MAX_KNOWN = 20_000
const MAX_KNOWN_CHARS = 24
const NO_KEYS: VocabularyKeys = []

/** The keys of vocabulary entries that match a word. */
export type VocabularyKeys = readonly number[]

interface Prefix {
  readonly text: string
  readonly key: number
}

/** Every word and every prefix (`remember*`) of the terms, each with a number as its key. */
export class Vocabulary {
  readonly #keyByEntry = new Map<string, number>()
  readonly #keyByWord = new Map<string, number>()
  /** The first five letters of all entries that are long enough to be recognised by them. */
  readonly #starts = new Set<string>()
  /** The prefixes by their first two characters. */
  readonly #prefixes = new Map<string, Prefix[]>()
  /** The keys by the word of a text, since the prompts of all pages have mostly the same words. */
  readonly #keysByWord = new KnownValues<VocabularyKeys>(MAX_KNOWN)
  /** The keys of words of one UTF-16 unit, as Chinese words are, by that unit. */
  readonly #keysByUnit = Array.from<VocabularyKeys | undefined>({ length: 0x1_0000 })

  get size(): number {
    return this.#keyByEntry.size
  }

  /** Adds `word` or `prefix*`, where the vocabulary lacks it, and returns its key. */
  add(entry: string): number {
    const known = this.#keyByEntry.get(entry)
    if (known !== undefined) return known
    const key = this.#keyByEntry.size
    this.#keyByEntry.set(entry, key)
    this.#keyByWord.set(entry, key)
    if (/^\p{L}{5}/u.test(entry)) this.#starts.add(entry.slice(0, DISTINCTIVE_LETTERS))
    const text = entry.slice(0, -1)
    if (entry.endsWith('*') && text.length >= MIN_PREFIX && text.length <= MAX_PREFIX) {
      const begin = text.slice(0, MIN_PREFIX)
      this.#prefixes.set(begin, [...(this.#prefixes.get(begin) ?? []), { text, key }])
    }
    return key
  }

  /** True when folded letters without spaces may contain some of the words or prefixes. */
  mayOccurIn(letters: string): boolean {
    for (let at = 0; at + DISTINCTIVE_LETTERS <= letters.length; at++) {
      if (this.#starts.has(letters.slice(at, at + DISTINCTIVE_LETTERS))) return true
    }
    return false
  }

  /** Returns the keys of all entries that match a word of a folded text, in any way that it may be read. */
  keysOf(word: string): VocabularyKeys {
    if (word.length === 1) return this.#keysOfUnit(word)
    if (word.length > MAX_KNOWN_CHARS) return this.#find(word)
    const known = this.#keysByWord.get(word)
    if (known !== undefined) return known
    const keys = this.#find(word)
    // Words of other alphabets that match nothing are too many to cache.
    if (keys.length === 0 && word.charCodeAt(0) > 0x7f) return keys
    this.#keysByWord.set(word, keys)
    return keys
  }

  #keysOfUnit(char: string): VocabularyKeys {
    const unit = char.charCodeAt(0)
    const known = this.#keysByUnit[unit]
    if (known !== undefined) return known
    const keys = this.#find(char)
    this.#keysByUnit[unit] = keys
    return keys
  }

  #find(word: string): VocabularyKeys {
    const keys: number[] = []
    for (const reading of wordVariants(word)) {
      const key = this.#keyByWord.get(reading)
      if (key !== undefined && !keys.includes(key)) keys.push(key)
      for (const prefix of this.#prefixes.get(reading.slice(0, MIN_PREFIX)) ?? []) {
        if (reading.startsWith(prefix.text) && !keys.includes(prefix.key)) keys.push(prefix.key)
      }
    }
    return keys.length === 0 ? NO_KEYS : keys
  }
}

/**
 * Returns the ways to read a word of a folded text: as it is, with look-alike letters as Latin ones, with digits as
 * letters.
 */
function wordVariants(word: string): readonly string[] {
  if (/^[a-z]+$/.test(word)) return [word]
  const look = toLatin(word)
  if (look === word && !/\d/.test(word)) return [word]
  const variants = new Set([word, look])
  if (/[a-z]/.test(look) && /\d/.test(look)) {
    const letters = look.replace(/[034578]/g, letterOfDigit)
    variants.add(letters.replaceAll('1', 'i'))
    variants.add(letters.replaceAll('1', 'l'))
  }
  return [...variants]
}
