import { hash } from 'node:crypto'
import { isGeneralStem } from './general-words.ts'
import { HeadingIndex, headingIn } from './headings.ts'
import { titleSubject } from './title-subject.ts'
import { questionPhrases, type Phrase } from './phrases.ts'

/** Where a question was asked. */
export interface AskedOn {
  /** What the last scan of the page read; null where none has read it. */
  scanned: HeadingIndex | null
  /** What the page is called before its reader. */
  title: string | null
}

export interface KeyedPhrase {
  phrase: Phrase
  key: number
  /** Of a compound, keys of the words that say something alone; a topic of such a word is its topic too. */
  parts: readonly number[]
  /**
   * Keys by which a compound and its words find each other: of a compound, those that its words look for, and of a word,
   * its own. They are apart from `parts`, so that two compounds of one word stay two topics.
   */
  links: readonly number[]
}

/** What a question may be about. */
export interface AskedAbout {
  phrases: readonly KeyedPhrase[]
  /** What it shares with the heading of its page that fits it best. */
  heading: KeyedPhrase | null
  /** What its page is about, for a question that says nothing that others asked about too. */
  subject: KeyedPhrase | null
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

const keyed = (phrase: Phrase): KeyedPhrase => {
  const stems = phrase.key.split(' ')
  const telling = stems.length > 1 ? stems.filter((one) => !isGeneralStem(one)) : []
  return {
    phrase,
    key: keyOf(phrase.key),
    parts: telling.map(keyOf),
    links: (stems.length > 1 ? telling : stems).map((one) => keyOf(`${one} …`)),
  }
}

/** Where nothing says what a question is about, and where no topic may begin any more. */
export const OTHER_QUESTIONS: KeyedPhrase = keyed({
  key: '',
  label: 'other questions',
  weight: 0,
  isWeak: false,
  isAlone: false,
})

const NOTHING: AskedAbout = { phrases: [], heading: null, subject: null, bigrams: [] }

/** Reads a redacted question; of one whose text was not kept nothing is known. */
export function readQuestion(text: string | null, askedOn: AskedOn): AskedAbout {
  if (text === null) return NOTHING
  const { phrases, bigrams, stems } = questionPhrases(text)
  const heading = headingOf(stems, askedOn)
  const title = askedOn.scanned?.texts[0] ?? askedOn.title
  const subject = title === null ? null : titleSubject(title)
  return {
    phrases: phrases.map(keyed),
    heading: heading && keyed(heading),
    subject: subject && keyed(subject),
    bigrams: bigrams.map(keyOf),
  }
}

/** Of what the last scan read, else of the title, which pages that write themselves have only before a reader. */
function headingOf(stems: ReadonlySet<string>, { scanned, title }: AskedOn): Phrase | null {
  const heading = scanned && headingIn(scanned, stems)
  if (heading || title === null || title === scanned?.texts[0]) return heading
  return headingIn(new HeadingIndex([title]), stems)
}

/** Keys of all phrases whose numbers `chooseTopic` asks for. */
export function phraseKeys({ phrases, heading, subject }: AskedAbout): number[] {
  const all = [...phrases, ...(heading ? [heading] : []), ...(subject ? [subject] : [])]
  return [
    ...new Set(
      all.flatMap(({ key, parts, links }) => [key, ...(parts.length > 0 ? parts : links)]),
    ),
  ]
}

/**
 * Gives a question one topic: that of the heading of its page that fits it, else the one that began with nearly the
 * same question, else that of the phrase of it that other questions of the site had most, else what its page is about,
 * else its own best phrase. `near` is the topic that began with nearly the same question; `mayBegin` is asked at most
 * once, where a topic would begin. In a large site, what few asked about begins none.
 */
export function chooseTopic(
  about: AskedAbout,
  stored: StoredPhrases,
  near: number | null,
  mayBegin: () => boolean,
  isLarge = false,
): TopicChoice {
  if (near !== null) return { by: 'known', topic: near }
  const { phrases } = about
  const named = bestName(about, stored, isLarge)
  const topic = named && topicOf(named, stored)
  if (topic !== null) return { by: 'known', topic }
  if (named && mayBegin()) return { by: 'new', phrase: named }
  const known = phrases.filter((one) => topicOf(one, stored) !== null)
  const second = bestOf(known, stored)
  const other = second && topicOf(second, stored)
  return other === null ? { by: 'other' } : { by: 'known', topic: other }
}

/** What a question is about by all that is known. What belongs to no subject is taken where nothing else is left. */
function bestName(
  { phrases, heading, subject }: AskedAbout,
  stored: StoredPhrases,
  isLarge: boolean,
): KeyedPhrase | null {
  const fitting = heading && isWithin(heading, subject, stored) ? subject : heading
  const known = phrases.filter((one) => topicOf(one, stored) !== null)
  const strong = phrases.filter((one) => !known.includes(one) && mayName(one, stored))
  const often = strong.filter((one) => !isLarge || wasSeen(one, stored))
  return (
    (fitting?.phrase.isWeak === true ? null : fitting) ??
    bestOf([...known, ...often], stored) ??
    fitting ??
    (isLarge ? subject : null) ??
    bestOf(strong, stored) ??
    subject
  )
}

/** False for a word that belongs to no subject, and for one that a compound with a topic has. */
const mayName = ({ phrase, parts, links }: KeyedPhrase, stored: StoredPhrases): boolean =>
  !phrase.isWeak &&
  (parts.length > 0 || links.every((link) => (stored.get(link)?.topic ?? null) === null))

/** The topic of a phrase: its own, of a compound that of a word of it, of a word that stands alone that of a compound. */
function topicOf({ phrase, key, parts, links }: KeyedPhrase, stored: StoredPhrases): number | null {
  const others = parts.length > 0 ? parts : phrase.isAlone ? links : []
  for (const one of [key, ...others]) {
    const topic = stored.get(one)?.topic ?? null
    if (topic !== null) return topic
  }
  return null
}

/** True for some of the words by which a page is called, where they name no topic themselves. */
function isWithin(
  { phrase, key }: KeyedPhrase,
  subject: KeyedPhrase | null,
  stored: StoredPhrases,
): boolean {
  if (!subject || (stored.get(key)?.topic ?? null) !== null) return false
  const stems = new Set(subject.phrase.key.split(' '))
  return phrase.key.split(' ').every((one) => stems.has(one))
}

/** So many questions have a phrase before it is a topic beside what their page is about. */
const MIN_SEEN = 7

const wasSeen = ({ key }: KeyedPhrase, stored: StoredPhrases): boolean =>
  (stored.get(key)?.seen ?? 0) >= MIN_SEEN

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
