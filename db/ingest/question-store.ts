import { hash } from 'node:crypto'
import { siteToken } from '../search/full-text.ts'
import { toIndexText } from '../../src/domain/search/cjk-segmentation.ts'
import type { SqliteConnection } from '../sqlite/connect.ts'
import { UNBOUNDED, type Allowance } from './allowances.ts'
import type { NewEvent, NewQuestion } from './new-event.ts'
import { TopicStore, type TopicWords } from './topic-store.ts'

/** Equal questions of one site are told by 48 bits. */
const TEXT_HASH_BYTES = 6

const NO_WORDS: TopicWords = { phrases: [], bigrams: [], headingIn: () => null }

/** How a question is read. */
export type WordsOf = (text: string) => TopicWords

/** What the event of a question was stored with. */
interface Stored {
  seq: number
  page: number
  engine: number
  visitor: Buffer
  asker: Buffer
}

interface UntoldRow {
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

  constructor(connection: SqliteConnection, newTopicId: (atMs: number) => string) {
    this.#topics = new TopicStore(connection, newTopicId)
    this.#statements = prepareStatements(connection)
  }

  store(
    { site, at, title }: NewEvent,
    question: NewQuestion,
    stored: Stored,
    allowance: Allowance,
  ): void {
    const textHash = hash('sha256', question.hashed, 'buffer').subarray(0, TEXT_HASH_BYTES)
    const askedOn = { page: stored.page, title }
    const { lastInsertRowid } = this.#statements.insert.run(
      site.num,
      at,
      stored.seq,
      stored.page,
      stored.engine,
      question.text,
      textHash,
      stored.visitor,
      stored.asker,
      this.#topics.assign(site.num, question.words(), askedOn, at, allowance),
    )
    if (question.text === null) return
    const words = toIndexText(question.text)
    this.#statements.insertText.run(lastInsertRowid, siteToken(site.num), words)
  }

  /** Finds topics for questions that were stored before there were any; answers how many it took. */
  assignTopics(limit: number, wordsOf: WordsOf): number {
    const rows = this.#statements.findUntold.all(limit)
    for (const { num, site_num, at, text, page, title } of rows) {
      const words = text === null ? NO_WORDS : wordsOf(text)
      const topic = this.#topics.assign(site_num, words, { page, title }, at, UNBOUNDED)
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
    findUntold: connection.prepare<[number], UntoldRow>(
      'SELECT q.num, q.site_num, q.at, q.text, q.page_num AS page, p.title FROM question AS q LEFT JOIN page AS p ON p.num = q.page_num WHERE q.topic_num = 0 ORDER BY q.num LIMIT ?',
    ),
    setTopic: connection.prepare('UPDATE question SET topic_num = ? WHERE num = ?'),
    insert: connection.prepare(
      'INSERT INTO question (site_num, at, seq, page_num, engine, text, text_hash, visitor, asker, topic_num) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    ),
    insertText: connection.prepare(
      'INSERT INTO question_text (rowid, site, text) VALUES (?, ?, ?)',
    ),
  }
}
