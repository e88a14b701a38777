import { hash } from 'node:crypto'
import { headingIn } from './headings.ts'
import type { Phrase } from './phrase.ts'
import { questionPhrases } from './phrases.ts'

/** Where a question was asked. */
export interface AskedOn {
  /** Title and headings that the last scan of the page read, title first; null where none has read it. */
  scanned: readonly string[] | null
  /** What the page is called before its reader. */
  title: string | null
}

export interface KeyedPhrase {
  phrase: Phrase
  key: number
}

/** What a question may be about. */
export interface AskedAbout {
  phrases: readonly KeyedPhrase[]
  /** What it shares with the heading of its page that fits it best. */
  heading: KeyedPhrase | null
  /** Keys of its pairs of neighbouring words. */
  bigrams: readonly number[]
}

/** What is stored of a phrase: how many different questions of the site had it, and the topic that it names. */
export interface StoredPhrase {
  seen: number
  topic: number | null
}

/** Phrases of a site by their keys; one that is missing was never asked about. */
export type StoredPhrases = ReadonlyMap<number, StoredPhrase>

/** A topic that there is, one that begins with this phrase, or that of all questions which are about nothing else. */
export type TopicChoice =
  { by: 'known'; topic: number } | { by: 'new'; phrase: KeyedPhrase } | { by: 'other' }

/** 48 bits that stand for a phrase, so that no text is kept but the names of topics. */
const keyOf = (phrase: string): number => hash('sha256', phrase, 'buffer').readUIntBE(0, 6)

const keyed = (phrase: Phrase): KeyedPhrase => ({ phrase, key: keyOf(phrase.key) })

/** Where nothing says what a question is about, and where no topic may begin any more. */
export const OTHER_QUESTIONS: KeyedPhrase = keyed({ key: '', label: 'other questions', weight: 0 })

const NOTHING: AskedAbout = { phrases: [], heading: null, bigrams: [] }

/** Reads a redacted question; of one whose text was not kept nothing is known. */
export function readQuestion(text: string | null, askedOn: AskedOn): AskedAbout {
  if (text === null) return NOTHING
  const { phrases, bigrams, stems } = questionPhrases(text)
  const heading = headingOf(stems, askedOn)
  return {
    phrases: phrases.map(keyed),
    heading: heading && keyed(heading),
    bigrams: bigrams.map(keyOf),
  }
}

/** Of what the last scan read, else of the title, which pages that write themselves have only before a reader. */
function headingOf(stems: ReadonlySet<string>, { scanned, title }: AskedOn): Phrase | null {
  const heading = scanned && headingIn(scanned, stems)
  if (heading || title === null || title === scanned?.[0]) return heading
  return headingIn([title], stems)
}

/** Keys of all phrases whose numbers `chooseTopic` asks for. */
export const phraseKeys = ({ phrases, heading }: AskedAbout): number[] =>
  [...phrases, ...(heading ? [heading] : [])].map(({ key }) => key)

/**
 * Gives a question one topic: that of the heading of its page that fits it, else the one that began with nearly the
 * same question, else the phrase of it that other questions of the site had most. `near` is the topic that began with
 * nearly the same question; `mayBegin` is asked at most once, where a topic would begin.
 */
export function chooseTopic(
  { phrases, heading }: AskedAbout,
  stored: StoredPhrases,
  near: number | null,
  mayBegin: () => boolean,
): TopicChoice {
  if (near !== null) return { by: 'known', topic: near }
  const topicOf = (one: KeyedPhrase | null): number | null =>
    (one && stored.get(one.key)?.topic) ?? null
  const named = heading ?? bestOf(phrases, stored)
  const topic = topicOf(named)
  if (topic !== null) return { by: 'known', topic }
  if (named && mayBegin()) return { by: 'new', phrase: named }
  const second = topicOf(
    bestOf(
      phrases.filter((one) => topicOf(one) !== null),
      stored,
    ),
  )
  return second === null ? { by: 'other' } : { by: 'known', topic: second }
}

/** What says most: several words and names, which other questions had too; null of no phrases. */
function bestOf(phrases: readonly KeyedPhrase[], stored: StoredPhrases): KeyedPhrase | null {
  let best: KeyedPhrase | null = null
  let bestScore = 0
  for (const one of phrases) {
    const { seen = 0, topic = null } = stored.get(one.key) ?? {}
    const score = one.phrase.weight * Math.log2(1.3 + seen + (topic === null ? 0 : 1))
    if (score > bestScore) {
      best = one
      bestScore = score
    }
  }
  return best
}
