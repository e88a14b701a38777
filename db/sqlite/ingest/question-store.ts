import { hash } from 'node:crypto'
import { siteToken } from '../../search/full-text.ts'
import { toIndexText } from '../../../src/domain/search/cjk-segmentation.ts'
import type { SqliteConnection } from '../connect.ts'
import { UNLIMITED_QUOTA, type Quota } from '../../../src/domain/events/hourly-quotas.ts'
import type { NewEvent, NewQuestion } from '../../../src/domain/events/new-event.ts'
import { returnedNum } from './returned-num.ts'
import { TopicStore } from './topic-store.ts'

/** Equal questions of one site are told by 48 bits. */
const TEXT_HASH_BYTES = 6

/** What the event of a question was stored with. */
interface StoredQuestion {
  seq: number
  page: number
  engine: number
  visitor: Buffer
  asker: Buffer
}

interface WithoutTopicRow {
  num: number
  site_num: number
  at: number
  text: string | null
  page: number
  title: string | null
}

/** Stores what readers asked, with its topic and the words that find it. */
export class QuestionStore {
  readonly #topics: TopicStore
  readonly #statements

  constructor(connection: SqliteConnection) {
    this.#topics = new TopicStore(connection)
    this.#statements = prepareStatements(connection)
  }

  store(
    { site, at, title }: NewEvent,
    question: NewQuestion,
    stored: StoredQuestion,
    allowance: Quota,
  ): void {
    const { text, isKept } = question
    const { page } = stored
    const textHash = hash('sha256', text.toLowerCase(), 'buffer').subarray(0, TEXT_HASH_BYTES)
    const inserted = this.#statements.insert.get(
      site.num,
      at,
      stored.seq,
      page,
      stored.engine,
      isKept ? text : null,
      textHash,
      stored.visitor,
      stored.asker,
      this.#topics.assign({ siteNum: site.num, text, page, title, at }, allowance),
    )
    if (!isKept) return
    this.#statements.insertText.run(returnedNum(inserted), siteToken(site.num), toIndexText(text))
  }

  /** Finds topics for questions that were stored before there were any; answers how many it took. */
  assignTopics(limit: number): number {
    const rows = this.#statements.findUntold.all(limit)
    for (const { num, site_num, at, text, page, title } of rows) {
      const topic = this.#topics.assign(
        { siteNum: site_num, text, page, title, at },
        UNLIMITED_QUOTA,
      )
      this.#statements.setTopic.run(topic, num)
    }
    return rows.length
  }

  /** After a rollback. */
  forget(): void {
    this.#topics.forget()
  }
}

function prepareStatements(connection: SqliteConnection) {
  return {
    findUntold: connection.prepare<[number], WithoutTopicRow>(
      'SELECT q.num, q.site_num, q.at, q.text, q.page_num AS page, p.title FROM question AS q LEFT JOIN page AS p ON p.num = q.page_num WHERE q.topic_num = 0 ORDER BY q.num LIMIT ?',
    ),
    setTopic: connection.prepare('UPDATE question SET topic_num = ? WHERE num = ?'),
    insert: connection
      .prepare<unknown[], number>(
        'INSERT INTO question (site_num, at, seq, page_num, engine, text, text_hash, visitor, asker, topic_num) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING num',
      )
      .pluck(),
    insertText: connection.prepare(
      'INSERT INTO question_text (rowid, site, text) VALUES (?, ?, ?)',
    ),
  }
}
