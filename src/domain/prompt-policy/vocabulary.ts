import { BoundedMap } from '../../lib/cache/bounded-map.ts'
import { readingsOf } from './readings.ts'

/** Beginnings of one character say too little, and none of a language is longer. */
const MIN_PREFIX = 2
const MAX_PREFIX = 14

/** Five letters of a longer word hardly stand beside each other by chance. */
const TELLING = 5

const MAX_KNOWN = 20_000
const MAX_KNOWN_CHARS = 24
const NO_KEYS: VocabularyKeys = []

/** Numbers of entries. */
export type VocabularyKeys = readonly number[]

interface Prefix {
  readonly text: string
  readonly key: number
}

/** Every word, and every beginning of words, that some term has; each has a number as its key. */
export class Vocabulary {
  readonly #keyByEntry = new Map<string, number>()
  readonly #keyByWord = new Map<string, number>()
  /** The first five letters of all that have as many. */
  readonly #starts = new Set<string>()
  /** By their first two characters. */
  readonly #prefixes = new Map<string, Prefix[]>()
  /** Of the words of texts: prompts of all pages have mostly the same. */
  readonly #keysByWord = new BoundedMap<string, VocabularyKeys>(MAX_KNOWN)
  /** Of words of one UTF-16 unit, as those of Chinese are. */
  readonly #keysByUnit = Array.from<VocabularyKeys | undefined>({ length: 0x1_0000 })

  get size(): number {
    return this.#keyByEntry.size
  }

  /** The key of `word`, or of `beginning*`. */
  add(entry: string): number {
    const known = this.#keyByEntry.get(entry)
    if (known !== undefined) return known
    const key = this.#keyByEntry.size
    this.#keyByEntry.set(entry, key)
    this.#keyByWord.set(entry, key)
    if (/^\p{L}{5}/u.test(entry)) this.#starts.add(entry.slice(0, TELLING))
    const text = entry.slice(0, -1)
    if (entry.endsWith('*') && text.length >= MIN_PREFIX && text.length <= MAX_PREFIX) {
      const begin = text.slice(0, MIN_PREFIX)
      this.#prefixes.set(begin, [...(this.#prefixes.get(begin) ?? []), { text, key }])
    }
    return key
  }

  /** Whether folded letters without spaces seem to hold some of its words. */
  isHeardIn(letters: string): boolean {
    for (let at = 0; at + TELLING <= letters.length; at++) {
      if (this.#starts.has(letters.slice(at, at + TELLING))) return true
    }
    return false
  }

  /** Keys of all entries that a word of a folded text can be read as. */
  keysOf(word: string): VocabularyKeys {
    if (word.length === 1) return this.#keysOfUnit(word)
    if (word.length > MAX_KNOWN_CHARS) return this.#find(word)
    const known = this.#keysByWord.get(word)
    if (known !== undefined) return known
    const keys = this.#find(word)
    // Of other alphabets there are too many that lead to nothing.
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
    for (const reading of readingsOf(word)) {
      const key = this.#keyByWord.get(reading)
      if (key !== undefined && !keys.includes(key)) keys.push(key)
      for (const prefix of this.#prefixes.get(reading.slice(0, MIN_PREFIX)) ?? []) {
        if (reading.startsWith(prefix.text) && !keys.includes(prefix.key)) keys.push(prefix.key)
      }
    }
    return keys.length === 0 ? NO_KEYS : keys
  }
}
