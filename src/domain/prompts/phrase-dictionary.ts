import { BoundedMap } from '../../lib/cache/bounded-map.ts'
import { stem } from '../topics/stem.ts'
import { isUnspaced } from './words.ts'

/** A word of a text, as phrases need it. */
export interface Token {
  /** As it was written. */
  readonly text: string
  readonly stem: string
  /** The same for the same stem, within one dictionary. */
  readonly stemId: number
  /** Whether it joins other words and names nothing. */
  readonly isStop: boolean
  readonly isUnspaced: boolean
}

/** Words of the pages before; so many that a site's common words are among them. */
const MAX_WORDS = 20_000
const MAX_DICTIONARIES = 4

/** What was found out about words of one language. The pages of a site have most of their words in common. */
export class PhraseDictionary {
  readonly #stopWords: ReadonlySet<string>
  readonly #tokenByWord = new Map<string, Token>()
  readonly #idByStem = new Map<string, number>()

  constructor(stopWords: ReadonlySet<string>) {
    this.#stopWords = stopWords
  }

  get isFull(): boolean {
    return this.#tokenByWord.size >= MAX_WORDS
  }

  tokenOf(word: string): Token {
    const known = this.#tokenByWord.get(word)
    if (known !== undefined) return known
    const lower = word.toLowerCase().replaceAll('’', "'")
    const root = stem(lower)
    const stemId = this.#idByStem.get(root) ?? this.#idByStem.size
    this.#idByStem.set(root, stemId)
    const token = {
      text: word,
      stem: root,
      stemId,
      isStop: isStopWord(lower, this.#stopWords),
      isUnspaced: isUnspaced(word),
    }
    this.#tokenByWord.set(word, token)
    return token
  }
}

const dictionaries = new BoundedMap<ReadonlySet<string>, PhraseDictionary>(MAX_DICTIONARIES)

/** The dictionary of a list of stop words; to be kept no longer than for one page. */
export function dictionaryFor(stopWords: ReadonlySet<string>): PhraseDictionary {
  const known = dictionaries.get(stopWords)
  if (known !== undefined && !known.isFull) return known
  const made = new PhraseDictionary(stopWords)
  dictionaries.set(stopWords, made)
  return made
}

function isStopWord(lower: string, stopWords: ReadonlySet<string>): boolean {
  if (stopWords.has(lower) || /^\d[\d'-]*(?:st|nd|rd|th)?$/.test(lower)) return true
  // Japanese writes what joins words in hiragana, and most of what names things in other scripts.
  if (/^\p{Script=Hiragana}+$/u.test(lower)) return lower.length < 4
  return lower.length < 2 && !/\p{Script=Han}/u.test(lower)
}
