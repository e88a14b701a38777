import { BoundedMap } from '../../lib/cache/bounded-map.ts'
import { stem } from '../topics/stem.ts'
import { hasUnspaced } from './segment-words.ts'

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

/** The most words of earlier pages that are kept: enough for the common words of a site. */
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
      isUnspaced: hasUnspaced(word),
    }
    this.#tokenByWord.set(word, token)
    return token
  }
}

const dictionaries = new BoundedMap<ReadonlySet<string>, PhraseDictionary>(MAX_DICTIONARIES)

/** Returns the dictionary for a list of stop words; it is not to be kept for longer than one page. */
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

const HANGUL = /\p{Script=Hangul}$/u
/** Matches Korean endings of verbs and of their forms, which name nothing. */
const VERB =
  /(?:니다|[했됐였었았한된있없]다|하는|되는|있는|없는|하고|되고|하며|되며|하면|되면|하지만|되지만|하려면|해서|하게|되어|하여|까요|[어아해]요|세요|네요|지요|는데|도록)$/u
/** Matches Korean particles in which no noun of three syllables or more ends. */
const PARTICLE =
  /^(.{2,}?)(?:[을를]|에서는?|에게|으로|까지|부터|이라는|라는|들의|에는|에도|[와과]의|들[은이을과])$/u
/** Matches Korean particles in which short nouns end too. */
const SHORT_PARTICLE = /^(.{3,}?)(?:[의은는])$/u
/** Matches Korean particles behind Latin letters or digits, where none of them is part of the noun. */
const BEHIND_LATIN = /^(.*[A-Za-z\d])(?:[의은는이가을를에와과로도만]|에서|으로)$/u

/** True for a Korean word that is a verb. */
export const isKoreanVerb = (word: string): boolean => HANGUL.test(word) && VERB.test(word)

/** Returns a Korean noun without the particle that shows its part in the sentence; any other word as it is. */
export function withoutParticle(word: string): string {
  if (!HANGUL.test(word)) return word
  const match = BEHIND_LATIN.exec(word) ?? PARTICLE.exec(word) ?? SHORT_PARTICLE.exec(word)
  return match?.[1] ?? word
}
