import { hash } from 'node:crypto'
import { detectLanguage } from '../language/detect-language.ts'
import { primaryLanguage } from '../prompts/language-tag.ts'
import { guessLanguage, hasClasses } from './closed-classes.ts'
import { isGeneralStem } from './general-words.ts'
import { HeadingIndex, headingIn } from './headings.ts'
import { contentStems } from './question-words.ts'
import { titleSubject } from './title-subject.ts'
import { MAX_LABEL, questionPhrases, type Phrase } from './phrases.ts'

/** The page on which a question was asked. */
export interface AskedOn {
  /** The headings that the last scan of the page read; null where no scan has read it. */
  scanned: HeadingIndex | null

  title: string | null
  /** The language (BCP 47) of a question that is too short to show its own, on a page that states no language. */
  siteLanguage?: string | null
  /** False where the words of a question must not be kept anywhere. */
  mayQuote?: boolean
}

export interface KeyedPhrase {
  phrase: Phrase
  key: number
  /**
   * Keys of the words of a compound that say something alone; a topic of such a word is the topic of the compound too.
   */
  parts: readonly number[]
  /** Keys by which a word finds a compound that it is short for. */
  wholes: readonly number[]
  /**
   * Keys of the phrase's own words, by which such words find a topic of this phrase. They are apart from `parts`, so
   * that two compounds of one word stay two topics.
   */
  links: readonly number[]
}

/** The subjects that a question may be about. */
export interface AskedAbout {
  phrases: readonly KeyedPhrase[]
  /** The phrase that the question shares with the best fitting heading of its page. */
  heading: KeyedPhrase | null
  /** The subject of the page, for a question without a phrase that others asked about too. */
  subject: KeyedPhrase | null
  /** The question itself, for a question without a noun phrase; null where it says nothing or may not be shown. */
  quote: KeyedPhrase | null
  /** Keys of the question's pairs of neighbouring words. */
  bigrams: readonly number[]
}

/** The stored counts of a phrase: how many different questions of the site had it, and the topic that it names. */
export interface StoredPhrase {
  seen: number
  topic: number | null
}

/** The stored phrases of a site by their keys; a phrase that is missing was never asked about. */
export type StoredPhrases = ReadonlyMap<number, StoredPhrase>

/**
 * An existing topic, a new one that begins with this phrase, or the topic of all questions that are about nothing else.
 */
export type TopicChoice =
  { by: 'known'; topic: number } | { by: 'new'; phrase: KeyedPhrase } | { by: 'other' }

/** Makes the 48 bits that stand for a phrase, so that no text is kept except the names of topics. */
const keyOf = (phrase: string): number => hash('sha256', phrase, 'buffer').readUIntBE(0, 6)

const keyed = (phrase: Phrase): KeyedPhrase => {
  const stems = phrase.key.split(' ')
  const own = stems.length > 1 ? [] : stems
  const within = (stems.length > 1 ? stems : phrase.inner).filter((one) => !isGeneralStem(one))
  return {
    phrase,
    key: keyOf(phrase.key),
    parts: within.map(keyOf),
    wholes: own.map(linkOf),
    // Only a topic that begins has its links stored.
    get links() {
      return [...own, ...within].map(linkOf)
    },
  }
}

const linkOf = (stem: string): number => keyOf(`${stem} …`)

/** The label of questions whose subject is not known, and of those beyond the number of topics. */
export const OTHER_LABEL = 'other questions'

const OF_NOTHING = { weight: 0, isWeak: false, isNoun: false, isAlone: false, inner: [] } as const

export const OTHER_QUESTIONS: KeyedPhrase = keyed({ ...OF_NOTHING, key: '', label: OTHER_LABEL })

const NOTHING: AskedAbout = { phrases: [], heading: null, subject: null, quote: null, bigrams: [] }

/** Reads the subjects of a redacted question; null is a question whose text was not kept, of which nothing is known. */
export function readQuestion(text: string | null, askedOn: AskedOn): AskedAbout {
  if (text === null) return NOTHING
  const language = languageOf(text, askedOn)
  const { phrases, bigrams, stems } = questionPhrases(text, language)
  const heading = headingOf(stems, askedOn, language)
  const subject = subjectOf(askedOn, language)
  return {
    phrases: phrases.map(keyed),
    heading: heading && keyed(heading),
    subject: subject && keyed(subject),
    quote:
      askedOn.mayQuote !== false && (phrases.length > 0 || isSentence(text)) ? quoted(text) : null,
    bigrams: bigrams.map(keyOf),
  }
}

const statedLanguage = ({ scanned, siteLanguage = null }: AskedOn): string | undefined =>
  scanned?.language ?? primaryLanguage(siteLanguage)

/** Returns the language of a question: that of its text where that is sure, else that of its page, or of its site. */
function languageOf(text: string, askedOn: AskedOn): string {
  const told = detectLanguage(text)?.language ?? statedLanguage(askedOn)
  if (told !== undefined && (hasClasses(told) || isUnspaced(told))) return told
  return guessLanguage(text) ?? told ?? 'en'
}

/** True for Chinese, Japanese and Korean, which are known by their letters. */
const isUnspaced = (language: string): boolean => ['zh', 'ja', 'ko'].includes(language)

function subjectOf(askedOn: AskedOn, language: string): Phrase | null {
  const title = askedOn.scanned?.texts[0] ?? askedOn.title
  return title === null ? null : titleSubject(title, statedLanguage(askedOn) ?? language)
}

/**
 * True for a text of at least three words, which may ask something without a word of a subject: `How long does it
 * take?`
 */
const isSentence = (text: string): boolean => (text.match(/\p{L}+/gu)?.length ?? 0) >= 3

/** Makes a phrase of a question by whose words a topic is called; no other phrase leads to it. */
function quoted(text: string): KeyedPhrase | null {
  const label = quoteOf(text)
  if (label === null) return null
  const phrase = { ...OF_NOTHING, key: `? ${label}`, label }
  return { phrase, key: keyOf(phrase.key), parts: [], wholes: [], links: [] }
}

const NOT_SHOWN = /[^\p{L}\p{M}\p{N}'’-]+/gu

/** Writes a question as a label: its letters and digits, as many words as a label holds; null where it has none. */
export function quoteOf(text: string): string | null {
  const words = text.normalize('NFKC').replaceAll(NOT_SHOWN, ' ').trim()
  if (!/[\p{L}\p{N}]/u.test(words)) return null
  if (words.length <= MAX_LABEL) return words
  const cut = words.slice(0, MAX_LABEL + 1).lastIndexOf(' ')
  return words.slice(0, cut > 0 ? cut : MAX_LABEL)
}

/**
 * Finds the heading that fits a question among those of the last scan, else in the title: pages that write themselves
 * have their title only in a reader's browser.
 */
function headingOf(
  stems: ReadonlySet<string>,
  { scanned, title }: AskedOn,
  language: string,
): Phrase | null {
  const heading = scanned && headingIn(scanned, stems)
  if (heading || title === null || title === scanned?.texts[0]) return heading
  return headingIn(new HeadingIndex([title], language), stems)
}

/** Returns the key of the phrase that a name is, as questions with its words have it. */
export const keyOfName = (name: string, language: string | null): number =>
  keyOf(contentStems(name, primaryLanguage(language) ?? 'en').join(' '))

/** Lists the keys of all phrases whose counts `chooseTopic` looks up. */
export function phraseKeys({ phrases, heading, subject }: AskedAbout): number[] {
  const all = [...phrases, ...(heading ? [heading] : []), ...(subject ? [subject] : [])]
  return [...new Set(all.flatMap(({ key, parts, wholes }) => [key, ...parts, ...wholes]))]
}

/**
 * Gives a question one topic: that of the heading of its page that fits it, else the one that began with nearly the
 * same question, else that of the phrase of it that other questions of the site had most, else what its page is about,
 * else its own best phrase; all of these are noun phrases. A question without any of them gives its topic its own
 * words. `near` is the topic that began with nearly the same question; `mayBegin` is asked at most once, where a topic
 * would begin. In a large site, a phrase that few asked about begins no topic.
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
  const name = named ?? (isLarge ? null : about.quote)
  if (name && mayBegin()) return { by: 'new', phrase: name }
  const known = phrases.filter((one) => topicOf(one, stored) !== null)
  const second = bestOf(known, stored)
  const other = second && topicOf(second, stored)
  return other === null ? { by: 'other' } : { by: 'known', topic: other }
}

/**
 * Chooses the phrase that names the topic of a question, by all that is known. Words that belong to no subject are
 * taken where nothing else is left.
 */
function bestName(
  { phrases, heading, subject }: AskedAbout,
  stored: StoredPhrases,
  isLarge: boolean,
): KeyedPhrase | null {
  const fitting = heading && isWithin(heading, subject, stored) ? subject : heading
  const known = phrases.filter((one) => topicOf(one, stored) !== null)
  const strong = phrases.filter((one) => !known.includes(one) && mayName(one, stored))
  const often = strong.filter((one) => !isLarge || wasSeen(one, stored))
  const nouns = [fitting].filter((one) => one?.phrase.isNoun === true)
  return (
    nouns.find((one) => one?.phrase.isWeak === false) ??
    bestOf([...known, ...often], stored) ??
    nouns[0] ??
    (isLarge ? subject : null) ??
    bestOf(strong, stored) ??
    subject
  )
}

/**
 * True for a phrase that may name a topic: it belongs to a subject, and no compound for which it may be short has a
 * topic.
 */
const mayName = ({ phrase, wholes }: KeyedPhrase, stored: StoredPhrases): boolean =>
  !phrase.isWeak && wholes.every((whole) => (stored.get(whole)?.topic ?? null) === null)

/**
 * Finds the topic of a phrase: its own, else for a compound that of one of its words, and for a word that stands alone
 * that of a compound.
 */
function topicOf(
  { phrase, key, parts, wholes }: KeyedPhrase,
  stored: StoredPhrases,
): number | null {
  for (const one of [key, ...parts, ...(phrase.isAlone ? wholes : [])]) {
    const topic = stored.get(one)?.topic ?? null
    if (topic !== null) return topic
  }
  return null
}

/** True for a phrase of words that are all in the subject of the page, unless the phrase itself names a topic. */
function isWithin(
  { phrase, key }: KeyedPhrase,
  subject: KeyedPhrase | null,
  stored: StoredPhrases,
): boolean {
  if (!subject || (stored.get(key)?.topic ?? null) !== null) return false
  const stems = new Set(subject.phrase.key.split(' '))
  return phrase.key.split(' ').every((one) => stems.has(one))
}

/** The least number of questions with a phrase for it to be a topic where the page has a subject of its own. */
const MIN_SEEN = 7

const wasSeen = ({ key }: KeyedPhrase, stored: StoredPhrases): boolean =>
  (stored.get(key)?.seen ?? 0) >= MIN_SEEN

/**
 * Returns the phrase that says most: several words and names, which other questions had too; null for an empty list.
 */
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
