import { newId } from '../../../src/domain/ids.ts'
import type { Quota } from '../../../src/domain/events/hourly-quotas.ts'
import {
  chooseTopic,
  OTHER_QUESTIONS,
  phraseKeys,
  quoteOf,
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
 * The most topics of a site. Ten thousand different questions have about a thousand; beyond the bound, a question that
 * fits no topic gets the topic for other questions.
 */
const MAX_TOPICS_PER_SITE = 5_000
/**
 * The most phrases of a site that questions are counted for; beyond that, a new phrase weighs as one that was never
 * asked about.
 */
const MAX_PHRASES_PER_SITE = 200_000

/**
 * The number of topics from which on a site is large, so that a topic with few askers says less about a question than
 * the page where it was asked.
 */
const LARGE_SITE_TOPICS = 30

/** A question that needs a topic. */
export interface AskedQuestion {
  siteNum: number
  /** The redacted text; null for an older question whose text was not kept. */
  text: string | null
  /** False where the words may not be stored, so that the question cannot be the name of a topic. */
  isKept: boolean
  /** The number of the page; 0 where it is not known. */
  page: number
  /** The title of the page, as the reader saw it. */
  title: string | null
  at: number
}

interface AssignedTopic {
  num: number
  /** True where the topic began with this question, which is its label. */
  isNamedByQuestion: boolean
}

/**
 * Gives each wording the topic that `chooseTopic` chooses: loads the data that its rules need, and stores the result. A
 * wording keeps its topic when its page is scanned later. The same questions and scans in the same order give the same
 * topics. The cost of a question is bounded, however large its site is. Used only inside the writer's transaction.
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
    this.#topics = new SiteRowLimit(connection, 'topic', MAX_TOPICS_PER_SITE, 'part_of = 0')
    this.#phrases = new SiteRowLimit(connection, 'topic_phrase', MAX_PHRASES_PER_SITE)
    this.#statements = prepareStatements(connection)
  }

  /** Finds or begins the topic of a new wording; topics up to the number `gone` are being deleted. */
  assign(question: AskedQuestion, gone: number, allowance: Quota): AssignedTopic {
    const { siteNum, text, isKept, page, title, at } = question
    const asked = readQuestion(text, {
      scanned: this.#headings.of(page),
      title,
      siteLanguage: this.#statements.findLanguage.get(siteNum) ?? null,
      mayQuote: isKept,
    })
    const near = asked.heading ? null : this.#near.find(siteNum, asked.bigrams, gone)
    const stored = near === null ? this.#load(siteNum, phraseKeys(asked), gone) : NONE_STORED
    const mayBegin = (): boolean => this.#topics.hasRoom(siteNum) && allowance.take('topics')
    const isLarge = this.#topics.rowsOf(siteNum) >= LARGE_SITE_TOPICS
    const choice = chooseTopic(asked, stored, near, mayBegin, isLarge)
    const num = this.#topicOf(choice, { siteNum, asked, at, gone })
    // A phrase weighs by how many different questions have it: nearly the same one again says nothing new.
    if (near === null) for (const { key } of asked.phrases) this.#countPhrase(siteNum, key)
    return { num, isNamedByQuestion: choice.by === 'new' && choice.phrase === asked.quote }
  }

  /** Stores a wording as the label of a topic. */
  nameBy(topicNum: number, wordingNum: number): void {
    this.#statements.nameBy.run(wordingNum, topicNum)
  }

  /**
   * Notes that a wording was asked once more; it becomes the label of its topic where it is the most asked question of
   * that topic.
   */
  askAgain(
    { siteNum, text, isKept }: AskedQuestion,
    { num, topic_num, asked }: { num: number; topic_num: number; asked: number },
  ): void {
    if (text === null || !isKept) return
    const named = this.#statements.findQuoted.get(topic_num)
    if (!named || named.label_wording === num || named.asked >= asked) return
    const label = quoteOf(text)
    if (label === null) return
    this.#statements.quote.run(label, num, named.num)
    this.#statements.deleteText.run(named.num)
    this.#statements.insertText.run(named.num, siteToken(siteNum), toIndexText(label))
  }

  /**
   * Empties the caches; has to be called after a rollback. Headings stay, since they are compared with their page on
   * each use.
   */
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

  #insert(
    siteNum: number,
    { phrase, key, links }: KeyedPhrase,
    bigrams: number,
    at: number,
  ): number {
    const { insertTopic, insertText, namePhrase, nameLink } = this.#statements
    const num = returnedNum(insertTopic.get(newId('top', at), siteNum, phrase.label, bigrams, at))
    this.#topics.add(siteNum)
    insertText.run(num, siteToken(siteNum), toIndexText(phrase.label))
    namePhrase.run(siteNum, key, num)
    for (const link of links) nameLink.run({ siteNum, link, num })
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

/** The data that storing the chosen topic needs in addition to the choice. */
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
    findLanguage: connection
      .prepare<[number], string | null>('SELECT language FROM site WHERE num = ?')
      .pluck(),
    // Finds a topic only if its label is a question, or is missing: other labels are not replaced.
    findQuoted: connection.prepare<[number], { num: number; label_wording: number; asked: number }>(
      'SELECT t.num, t.label_wording, COALESCE(w.asked, 0) AS asked FROM topic AS own JOIN topic AS t ON t.num = CASE WHEN own.part_of = 0 THEN own.num ELSE own.part_of END LEFT JOIN wording AS w ON w.num = t.label_wording WHERE own.num = ? AND t.label_wording <> 0',
    ),
    nameBy: connection.prepare('UPDATE topic SET label_wording = ? WHERE num = ?'),
    quote: connection.prepare('UPDATE topic SET label = ?, label_wording = ? WHERE num = ?'),
    deleteText: connection.prepare('DELETE FROM topic_text WHERE rowid = ?'),
    countAgain: connection.prepare(
      'UPDATE topic_phrase SET seen = seen + 1 WHERE site_num = ? AND phrase = ?',
    ),
    countFirst: connection.prepare(
      'INSERT INTO topic_phrase (site_num, phrase, seen, topic_num) VALUES (?, ?, 1, 0)',
    ),
    namePhrase: connection.prepare(
      'INSERT INTO topic_phrase (site_num, phrase, seen, topic_num) VALUES (?, ?, 0, ?) ON CONFLICT (site_num, phrase) DO UPDATE SET topic_num = excluded.topic_num',
    ),
    // The first compound of a word keeps it, unless its topic is being deleted.
    nameLink: connection.prepare(
      'INSERT INTO topic_phrase (site_num, phrase, seen, topic_num) VALUES (@siteNum, @link, 0, @num) ON CONFLICT (site_num, phrase) DO UPDATE SET topic_num = excluded.topic_num WHERE topic_phrase.topic_num <= COALESCE((SELECT last_topic FROM question_purge WHERE site_num = @siteNum), 0)',
    ),
    insertTopic: connection
      .prepare<unknown[], number>(
        'INSERT INTO topic (id, site_num, label, is_renamed, bigrams, first_seen_at) VALUES (?, ?, ?, 0, ?, ?) RETURNING num',
      )
      .pluck(),
    insertText: connection.prepare('INSERT INTO topic_text (rowid, site, label) VALUES (?, ?, ?)'),
    insertBigram: connection.prepare(
      'INSERT INTO topic_bigram (site_num, bigram, topic_num) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    ),
  }
}
