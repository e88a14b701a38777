import { newId } from '../../../src/domain/ids.ts'
import type { Quota } from '../../../src/domain/events/hourly-quotas.ts'
import {
  chooseTopic,
  OTHER_QUESTIONS,
  phraseKeys,
  readQuestion,
  type AskedAbout,
  type KeyedPhrase,
  type StoredPhrase,
  type StoredPhrases,
  type TopicChoice,
} from '../../../src/domain/topics/topic-rules.ts'
import { siteToken } from '../../search/full-text.ts'
import { toIndexText } from '../../../src/domain/search/cjk-segmentation.ts'
import type { SqliteConnection } from '../connect.ts'
import { NearTopics } from './near-topics.ts'
import { PageHeadings } from './page-headings.ts'
import { returnedNum } from './returned-num.ts'
import { SiteRowLimit } from './site-row-limit.ts'

/**
 * Topics of a site. Ten thousand different questions of readers have about a thousand; what is past the bound and fits
 * none is about other questions.
 */
const MAX_TOPICS_PER_SITE = 5_000
/** Phrases of a site whose questions are counted; a new one past it weighs as one that nobody asked about before. */
const MAX_PHRASES_PER_SITE = 200_000

/** A question as a topic is found for it. */
export interface AskedQuestion {
  siteNum: number
  /** Redacted; null for an older one whose text was not kept. */
  text: string | null
  /** 0 where it is not known. */
  page: number
  /** What the page is called before its reader. */
  title: string | null
  at: number
}

/**
 * Gives each question the topic that `chooseTopic` says: loads what the rules need, and stores what comes of them. A
 * question keeps its topic when its page is scanned later. The same questions and scans in the same order give the same
 * topics. What one question costs is bounded, whatever its site has. Used only inside the writer's transaction.
 */
export class TopicStore {
  readonly #headings: PageHeadings
  readonly #near: NearTopics
  readonly #topics: SiteRowLimit
  readonly #phrases: SiteRowLimit
  readonly #statements

  constructor(connection: SqliteConnection) {
    this.#headings = new PageHeadings(connection)
    this.#near = new NearTopics(connection)
    this.#topics = new SiteRowLimit(connection, 'topic', MAX_TOPICS_PER_SITE)
    this.#phrases = new SiteRowLimit(connection, 'topic_phrase', MAX_PHRASES_PER_SITE)
    this.#statements = prepareStatements(connection)
  }

  /** The number of the question's topic. */
  assign({ siteNum, text, page, title, at }: AskedQuestion, allowance: Quota): number {
    const asked = readQuestion(text, { scanned: this.#headings.of(page), title })
    // Topics up to this one are being deleted.
    const gone = this.#statements.findPurge.get(siteNum)?.last_topic ?? 0
    const near = asked.heading ? null : this.#near.find(siteNum, asked.bigrams, gone)
    const stored = near === null ? this.#load(siteNum, phraseKeys(asked), gone) : NONE_STORED
    const mayBegin = (): boolean => this.#topics.hasRoom(siteNum) && allowance.take('topics')
    const choice = chooseTopic(asked, stored, near, mayBegin)
    const topic = this.#topicOf(choice, { siteNum, asked, at, gone })
    // A phrase weighs by how many different questions have it: the same one again says nothing new.
    if (near === null) for (const { key } of asked.phrases) this.#countPhrase(siteNum, key)
    this.#statements.touch.run({ at, num: topic })
    return topic
  }

  /** After a rollback. Headings are checked against their page, so they forget by themselves. */
  forget(): void {
    this.#topics.forget()
    this.#phrases.forget()
  }

  #load(siteNum: number, keys: readonly number[], gone: number): StoredPhrases {
    const stored = new Map<number, StoredPhrase>()
    for (const key of keys) {
      const row = this.#statements.findPhrase.get(siteNum, key)
      if (row)
        stored.set(key, { seen: row.seen, topic: row.topic_num > gone ? row.topic_num : null })
    }
    return stored
  }

  #topicOf(choice: TopicChoice, { siteNum, asked, at, gone }: TopicPlacement): number {
    switch (choice.by) {
      case 'known':
        return choice.topic
      case 'new': {
        const topic = this.#insert(siteNum, choice.phrase, asked.bigrams.length, at)
        for (const bigram of asked.bigrams)
          this.#statements.insertBigram.run(siteNum, bigram, topic)
        return topic
      }
      case 'other': {
        const { key } = OTHER_QUESTIONS
        const known = this.#load(siteNum, [key], gone).get(key)?.topic ?? null
        return known ?? this.#insert(siteNum, OTHER_QUESTIONS, 0, at)
      }
    }
  }

  #insert(siteNum: number, { phrase, key }: KeyedPhrase, bigrams: number, at: number): number {
    const { insertTopic, insertText, namePhrase } = this.#statements
    const num = returnedNum(
      insertTopic.get(newId('top', at), siteNum, phrase.label, bigrams, at, at),
    )
    this.#topics.add(siteNum)
    insertText.run(num, siteToken(siteNum), toIndexText(phrase.label))
    namePhrase.run(siteNum, key, num)
    return num
  }

  #countPhrase(siteNum: number, key: number): void {
    if (this.#statements.countAgain.run(siteNum, key).changes > 0) return
    if (!this.#phrases.hasRoom(siteNum)) return
    this.#phrases.add(siteNum)
    this.#statements.countFirst.run(siteNum, key)
  }
}

const NONE_STORED: StoredPhrases = new Map()

/** What a choice is stored with. */
interface TopicPlacement {
  siteNum: number
  asked: AskedAbout
  at: number
  gone: number
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
    insertTopic: connection
      .prepare<unknown[], number>(
        'INSERT INTO topic (id, site_num, label, is_renamed, bigrams, first_seen_at, last_seen_at) VALUES (?, ?, ?, 0, ?, ?, ?) RETURNING num',
      )
      .pluck(),
    insertText: connection.prepare('INSERT INTO topic_text (rowid, site, label) VALUES (?, ?, ?)'),
    insertBigram: connection.prepare(
      'INSERT INTO topic_bigram (site_num, bigram, topic_num) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    ),
    touch: connection.prepare(
      'UPDATE topic SET first_seen_at = CASE WHEN first_seen_at > @at THEN @at ELSE first_seen_at END, last_seen_at = CASE WHEN last_seen_at < @at THEN @at ELSE last_seen_at END WHERE num = @num AND (first_seen_at > @at OR last_seen_at < @at - 60000)',
    ),
  }
}
