import { KnownValues } from './known-values.ts'
import { letterOfDigit, toLatin } from './confusables.ts'

/** Prefixes of one character say too little, and no language needs longer ones. */
const MIN_PREFIX = 2
const MAX_PREFIX = 14

/** Five letters of a longer word hardly stand side by side by chance. */
const DISTINCTIVE_LETTERS = 5

const MAX_KNOWN = 20_000
const MAX_KNOWN_CHARS = 24
const NO_KEYS: VocabularyKeys = []

/** Keys of vocabulary entries. */
export type VocabularyKeys = readonly number[]

interface Prefix {
  readonly text: string
  readonly key: number
}

/** Every word and every prefix (`remember*`) of the terms, each numbered by a key. */
export class Vocabulary {
  readonly #keyByEntry = new Map<string, number>()
  readonly #keyByWord = new Map<string, number>()
  /** The first five letters of all entries that are long enough. */
  readonly #starts = new Set<string>()
  /** Prefixes by their first two characters. */
  readonly #prefixes = new Map<string, Prefix[]>()
  /** Keys of the words of texts, since prompts of all pages have mostly the same words. */
  readonly #keysByWord = new KnownValues<VocabularyKeys>(MAX_KNOWN)
  /** Keys of words of one UTF-16 unit, as those of Chinese are. */
  readonly #keysByUnit = Array.from<VocabularyKeys | undefined>({ length: 0x1_0000 })

  get size(): number {
    return this.#keyByEntry.size
  }

  /** Returns the key of `word` or of `prefix*`. */
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

  /** True when folded letters without spaces may contain some of the words. */
  mayOccurIn(letters: string): boolean {
    for (let at = 0; at + DISTINCTIVE_LETTERS <= letters.length; at++) {
      if (this.#starts.has(letters.slice(at, at + DISTINCTIVE_LETTERS))) return true
    }
    return false
  }

  /** Keys of all entries that match a word of a folded text, in any of its variants. */
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
 * The ways to read a word of a folded text: as it is, with look-alike letters as Latin ones, with digits as letters.
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
