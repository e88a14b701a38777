import type { Quota } from '../../../src/domain/events/hourly-quotas.ts'
import { hashOfText, hashOfWording } from '../../../src/domain/topics/wording.ts'
import type { SqliteConnection } from '../connect.ts'
import { returnedNum } from './returned-num.ts'
import { TopicStore, type AskedQuestion } from './topic-store.ts'

/** The last wording and the last topic of a site that are being deleted, with all before them. */
interface Gone {
  last_topic: number
  last_wording: number
}

const NOTHING_GONE: Gone = { last_topic: 0, last_wording: 0 }

interface StoredWording {
  num: number
  topic_num: number
  asked: number
}

/** A question with the stored hash of its text, where the text itself was not kept. */
type HashedQuestion = AskedQuestion & { textHash?: Buffer }

/**
 * Gives each question its wording, and each wording its one topic: equal words are looked up before any rule is asked.
 * It is used only inside the writer's transaction.
 */
export class WordingStore {
  readonly #topics: TopicStore
  readonly #statements

  constructor(connection: SqliteConnection) {
    this.#topics = new TopicStore(connection)
    this.#statements = prepareStatements(connection)
  }

  /** Returns the number of a question's wording, which is made if it is new, and counts the question in it. */
  ask(question: HashedQuestion, allowance: Quota): number {
    const { siteNum, text, at } = question
    const hash = text === null ? (question.textHash ?? Buffer.alloc(0)) : hashOfWording(text)
    const gone = this.#statements.findPurge.get(siteNum) ?? NOTHING_GONE
    const known = this.#known(siteNum, hash, text)
    if (known && known.num > gone.last_wording && known.topic_num > gone.last_topic) {
      this.#statements.count.run({ num: known.num, at })
      this.#topics.askAgain(question, { ...known, asked: known.asked + 1 })
      return known.num
    }
    if (known) this.#statements.remove.run(known.num)
    return this.#add(question, hash, gone, allowance)
  }

  /** Empties the caches; has to be called after a rollback. */
  forget(): void {
    this.#topics.forget()
  }

  /**
   * Returns the wording that has the hash of the question's words; or else the one that is stored by a hash of the text
   * alone, as for a question whose text was not kept.
   */
  #known(siteNum: number, hash: Buffer, text: string | null): StoredWording | undefined {
    const { find, rehash } = this.#statements
    const known = find.get(siteNum, hash)
    if (known || text === null) return known
    const older = find.get(siteNum, hashOfText(text))
    if (older) rehash.run(hash, older.num)
    return older
  }

  #add(question: HashedQuestion, hash: Buffer, gone: Gone, allowance: Quota): number {
    const { siteNum, text, at } = question
    const textHash = question.textHash ?? (text === null ? hash : hashOfText(text))
    const older = this.#statements.findOlderTopic.get(siteNum, textHash, gone.last_topic)
    const assigned =
      older === undefined ? this.#topics.assign(question, gone.last_topic, allowance) : undefined
    const topic = older ?? assigned?.num ?? 0
    const num = returnedNum(this.#statements.insert.get(siteNum, hash, topic, at))
    if (assigned?.isNamedByQuestion) this.#topics.nameBy(topic, num)
    return num
  }
}

function prepareStatements(connection: SqliteConnection) {
  return {
    findPurge: connection.prepare<[number], Gone>(
      'SELECT last_topic, last_wording FROM question_purge WHERE site_num = ?',
    ),
    find: connection.prepare<[number, Buffer], StoredWording>(
      'SELECT num, topic_num, asked FROM wording WHERE site_num = ? AND hash = ?',
    ),
    rehash: connection.prepare('UPDATE wording SET hash = ? WHERE num = ?'),
    count: connection.prepare(
      'UPDATE wording SET asked = asked + 1, first_at = CASE WHEN first_at > @at THEN @at ELSE first_at END WHERE num = @num',
    ),
    insert: connection
      .prepare<unknown[], number>(
        'INSERT INTO wording (site_num, hash, topic_num, asked, first_at) VALUES (?, ?, ?, 1, ?) RETURNING num',
      )
      .pluck(),
    remove: connection.prepare('DELETE FROM wording WHERE num = ?'),
    // The topic that most questions with this text had before each wording had one.
    findOlderTopic: connection
      .prepare<[number, Buffer, number], number>(
        'SELECT topic_num FROM question WHERE site_num = ? AND text_hash = ? AND wording_num = 0 AND topic_num > ? GROUP BY topic_num ORDER BY COUNT(*) DESC, topic_num LIMIT 1',
      )
      .pluck(),
  }
}
