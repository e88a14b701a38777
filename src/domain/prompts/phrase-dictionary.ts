import { BoundedMap } from '../../lib/cache/bounded-map.ts'
import { stem } from '../topics/stem.ts'
import { isKoreanVerb, withoutParticle } from './korean-words.ts'
import { isUnspaced } from './segment-words.ts'

/** A word of a text with what phrases need to know about it. */
export interface PhraseToken {
  /** The original spelling, without a particle behind it. */
  readonly text: string
  readonly stem: string
  /** A number that words with the same stem share within one dictionary. */
  readonly stemId: number
  /** True for a stop word, which joins other words and names nothing. */
  readonly isStop: boolean
  readonly isUnspaced: boolean
}

/** Words of earlier pages that are kept: enough for the common words of a site. */
const MAX_WORDS = 20_000
const MAX_DICTIONARIES = 4

/** A cache of the words of one language. The pages of a site have most of their words in common. */
export class PhraseDictionary {
  readonly #stopWords: ReadonlySet<string>
  readonly #tokenByWord = new Map<string, PhraseToken>()
  readonly #idByStem = new Map<string, number>()

  constructor(stopWords: ReadonlySet<string>) {
    this.#stopWords = stopWords
  }

  get isFull(): boolean {
    return this.#tokenByWord.size >= MAX_WORDS
  }

  tokenOf(word: string): PhraseToken {
    const known = this.#tokenByWord.get(word)
    if (known !== undefined) return known
    const noun = withoutParticle(word)
    const lower = noun.toLowerCase().replaceAll('’', "'")
    const root = stem(lower)
    const stemId = this.#idByStem.get(root) ?? this.#idByStem.size
    this.#idByStem.set(root, stemId)
    const token = {
      text: noun,
      stem: root,
      stemId,
      isStop: isStopWord(lower, this.#stopWords) || isKoreanVerb(word),
      isUnspaced: isUnspaced(word),
    }
    this.#tokenByWord.set(word, token)
    return token
  }
}

const dictionaries = new BoundedMap<ReadonlySet<string>, PhraseDictionary>(MAX_DICTIONARIES)

/** The dictionary for a list of stop words; do not keep it for longer than one page. */
export function dictionaryFor(stopWords: ReadonlySet<string>): PhraseDictionary {
  const known = dictionaries.get(stopWords)
  if (known !== undefined && !known.isFull) return known
  const made = new PhraseDictionary(stopWords)
  dictionaries.set(stopWords, made)
  return made
}

function isStopWord(lower: string, stopWords: ReadonlySet<string>): boolean {
  if (stopWords.has(lower) || /^\d[\d'-]*(?:st|nd|rd|th)?$/.test(lower)) return true
  // Japanese writes particles in hiragana, and most names of things in other scripts.
  if (/^\p{Script=Hiragana}+$/u.test(lower)) return lower.length < 4
  return lower.length < 2 && !/\p{Script=Han}/u.test(lower)
}
