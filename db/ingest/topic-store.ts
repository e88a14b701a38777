import { hash } from 'node:crypto'
import { siteToken } from '../search/full-text.ts'
import { toIndexText } from '../../src/domain/search/cjk-segmentation.ts'
import type { SqliteConnection } from '../sqlite/connect.ts'
import type { Allowance } from './allowances.ts'
import { NearTopics } from './near-topics.ts'
import { PageHeadings } from './page-headings.ts'
import { SiteCounts } from './site-counts.ts'

/** What a question may be about, as the analysis of its text tells. */
export interface TopicWords {
  phrases: readonly TopicPhrase[]
  bigrams: readonly string[]
  /** What it shares with the heading that fits it best, if one does; the same list may be given many times. */
  headingIn: (headings: readonly string[]) => TopicPhrase | null
}

/** Where a question was asked. */
interface AskedOn {
  /** 0 where it is not known. */
  page: number
  /** What the page is called before its reader. */
  title: string | null
}

interface TopicPhrase {
  key: string
  label: string
  weight: number
}

interface KeyedPhrase {
  phrase: TopicPhrase
  key: number
}

/** With the topic that it names, and how many questions had it. */
interface WeighedPhrase extends KeyedPhrase {
  topic: number | null
  seen: number
}

/**
 * Topics of a site. Ten thousand different questions of readers have about a thousand; what is past the bound and fits
 * none is about other questions.
 */
const MAX_TOPICS_PER_SITE = 5_000
/** Phrases of a site whose questions are counted; a new one past it weighs as one that nobody asked about before. */
const MAX_PHRASES_PER_SITE = 200_000

/** 48 bits that stand for a phrase, so that no text is kept but the names of topics. */
const digest = (phrase: string): number => hash('sha256', phrase, 'buffer').readUIntBE(0, 6)

/** Where nothing says what a question is about, and where no topic may begin any more. */
const UNTOLD: WeighedPhrase = {
  phrase: { key: '', label: 'other questions', weight: 0 },
  key: digest(''),
  topic: null,
  seen: 0,
}

/**
 * Gives each question one topic: that of the heading of its page that fits it, else the one that began with nearly the
 * same question, else the phrase of it that other questions of the site had most. Headings are those that the last scan
 * of the page read, and then the title that the event brought. A question keeps its topic when its page is scanned
 * later. The same questions and scans in the same order give the same topics. What one question costs is bounded,
 * whatever its site has. Used only inside the writer's transaction.
 */
export class TopicStore {
  readonly #newId: (atMs: number) => string
  readonly #headings: PageHeadings
  readonly #near: NearTopics
  readonly #topics: SiteCounts
  readonly #phrases: SiteCounts
  readonly #statements

  constructor(connection: SqliteConnection, newId: (atMs: number) => string) {
    this.#newId = newId
    this.#headings = new PageHeadings(connection)
    this.#near = new NearTopics(connection)
    this.#topics = new SiteCounts(connection, 'topic', MAX_TOPICS_PER_SITE)
    this.#phrases = new SiteCounts(connection, 'topic_phrase', MAX_PHRASES_PER_SITE)
    this.#statements = prepareStatements(connection)
  }

  assign(
    siteNum: number,
    words: TopicWords,
    askedOn: AskedOn,
    atMs: number,
    allowance: Allowance,
  ): number {
    const { bigrams } = words
    // Topics up to this one are being deleted.
    const gone = this.#statements.findPurge.get(siteNum)?.last_topic ?? 0
    const heading = this.#heading(words, askedOn)
    const phrases = words.phrases.map((phrase) =>
      this.#weigh(siteNum, { phrase, key: digest(phrase.key) }, gone),
    )
    const near = heading ? null : this.#near.find(siteNum, bigrams.map(digest), gone)
    const named = heading
      ? this.#weigh(siteNum, { phrase: heading, key: digest(heading.key) }, gone)
      : bestOf(phrases)
    const topic =
      near ??
      named.topic ??
      this.#begin(siteNum, named, bigrams, atMs, allowance) ??
      bestOf(phrases.filter((phrase) => phrase.topic !== null)).topic ??
      this.#other(siteNum, atMs, gone)
    // A phrase weighs by how many different questions have it: the same one again says nothing new.
    if (near === null) for (const { key } of phrases) this.#countPhrase(siteNum, key)
    this.#statements.touch.run({ at: atMs, num: topic })
    return topic
  }

  /** After a rollback. Headings are checked against their page, so they forget by themselves. */
  forget(): void {
    this.#topics.forget()
    this.#phrases.forget()
  }

  /** Of what the last scan read, else of the title, which pages that write themselves have only before a reader. */
  #heading(words: TopicWords, { page, title }: AskedOn): TopicPhrase | null {
    const scanned = this.#headings.of(page)
    const heading = scanned && words.headingIn(scanned)
    if (heading || title === null || title === scanned?.[0]) return heading
    return words.headingIn([title])
  }

  /** What is known of a phrase. */
  #weigh(siteNum: number, { phrase, key }: KeyedPhrase, gone: number): WeighedPhrase {
    const known = this.#statements.findPhrase.get(siteNum, key)
    const topic = known && known.topic_num > gone ? known.topic_num : null
    return { phrase, key, topic, seen: (known?.seen ?? 0) + (topic === null ? 0 : 1) }
  }

  /** A topic that begins with this question; undefined where the site, or who asks, has begun enough. */
  #begin(
    siteNum: number,
    { phrase, key }: KeyedPhrase,
    bigrams: readonly string[],
    atMs: number,
    allowance: Allowance,
  ): number | undefined {
    if (key === UNTOLD.key || !this.#topics.hasRoom(siteNum) || !allowance.take('topics')) {
      return undefined
    }
    const topic = this.#insert(siteNum, { phrase, key }, bigrams.length, atMs)
    for (const bigram of bigrams) this.#statements.insertBigram.run(siteNum, digest(bigram), topic)
    return topic
  }

  #other(siteNum: number, atMs: number, gone: number): number {
    return this.#weigh(siteNum, UNTOLD, gone).topic ?? this.#insert(siteNum, UNTOLD, 0, atMs)
  }

  #insert(siteNum: number, { phrase, key }: KeyedPhrase, bigrams: number, atMs: number): number {
    const { lastInsertRowid } = this.#statements.insertTopic.run(
      this.#newId(atMs),
      siteNum,
      phrase.label,
      bigrams,
      atMs,
      atMs,
    )
    const topic = Number(lastInsertRowid)
    this.#topics.add(siteNum)
    this.#statements.insertText.run(topic, siteToken(siteNum), toIndexText(phrase.label))
    this.#statements.namePhrase.run(siteNum, key, topic)
    return topic
  }

  #countPhrase(siteNum: number, key: number): void {
    if (this.#statements.countAgain.run(siteNum, key).changes > 0) return
    if (!this.#phrases.hasRoom(siteNum)) return
    this.#phrases.add(siteNum)
    this.#statements.countFirst.run(siteNum, key)
  }
}

/** What says most: several words and names, which other questions had too. */
function bestOf(phrases: readonly WeighedPhrase[]): WeighedPhrase {
  let best: WeighedPhrase = UNTOLD
  let bestScore = 0
  for (const one of phrases) {
    const score = one.phrase.weight * Math.log2(1.3 + one.seen)
    if (score > bestScore) {
      best = one
      bestScore = score
    }
  }
  return best
}

function prepareStatements(connection: SqliteConnection) {
  return {
    findPhrase: connection.prepare<[number, number], { seen: number; topic_num: number }>(
      'SELECT seen, topic_num FROM topic_phrase WHERE site_num = ? AND phrase = ?',
    ),
    findPurge: connection.prepare<[number], { last_topic: number }>(
      'SELECT last_topic FROM question_purge WHERE site_num = ?',
    ),
    countAgain: connection.prepare(
      'UPDATE topic_phrase SET seen = seen + 1 WHERE site_num = ? AND phrase = ?',
    ),
    countFirst: connection.prepare(
      'INSERT INTO topic_phrase (site_num, phrase, seen, topic_num) VALUES (?, ?, 1, 0)',
    ),
    namePhrase: connection.prepare(
      'INSERT INTO topic_phrase (site_num, phrase, seen, topic_num) VALUES (?, ?, 0, ?) ON CONFLICT (site_num, phrase) DO UPDATE SET topic_num = excluded.topic_num',
    ),
    insertTopic: connection.prepare(
      'INSERT INTO topic (id, site_num, label, is_renamed, bigrams, first_seen_at, last_seen_at) VALUES (?, ?, ?, 0, ?, ?, ?)',
    ),
    insertText: connection.prepare('INSERT INTO topic_text (rowid, site, label) VALUES (?, ?, ?)'),
    insertBigram: connection.prepare(
      'INSERT INTO topic_bigram (site_num, bigram, topic_num) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    ),
    touch: connection.prepare(
      'UPDATE topic SET first_seen_at = CASE WHEN first_seen_at > @at THEN @at ELSE first_seen_at END, last_seen_at = CASE WHEN last_seen_at < @at THEN @at ELSE last_seen_at END WHERE num = @num AND (first_seen_at > @at OR last_seen_at < @at - 60000)',
    ),
  }
}
