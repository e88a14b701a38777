import { siteToken } from '../../search/full-text.ts'
import { toIndexText } from '../../../src/domain/search/cjk-segmentation.ts'
import type { SqliteConnection } from '../connect.ts'
import { UNLIMITED_QUOTA, type Quota } from '../../../src/domain/events/hourly-quotas.ts'
import type { NewEvent, NewQuestion } from '../../../src/domain/events/new-event.ts'
import { returnedNum } from './returned-num.ts'
import { WordingStore } from './wording-store.ts'

/** The key under which the event of a question was stored. */
interface StoredQuestion {
  seq: number
  page: number
  engine: number
  visitor: Buffer
  asker: Buffer
}

interface WithoutWordingRow {
  num: number
  site_num: number
  at: number
  text: string | null
  text_hash: Buffer
  page: number
  title: string | null
}

/** The bytes that are stored in place of a hash for a question whose wording holds the hash. */
const NO_HASH = Buffer.alloc(0)

/** Stores the questions of readers, each with its wording and with the words by which search finds it. */
export class QuestionStore {
  readonly #wordings: WordingStore
  readonly #statements

  constructor(connection: SqliteConnection) {
    this.#wordings = new WordingStore(connection)
    this.#statements = prepareStatements(connection)
  }

  store(
    { site, at, title }: NewEvent,
    { text, isKept }: NewQuestion,
    stored: StoredQuestion,
    allowance: Quota,
  ): void {
    const { seq, page, engine, visitor, asker } = stored
    const asked = { siteNum: site.num, text, isKept, page, title, at }
    const inserted = this.#statements.insert.get(
      site.num,
      at,
      seq,
      page,
      engine,
      isKept ? text : null,
      NO_HASH,
      visitor,
      asker,
      this.#wordings.ask(asked, allowance),
    )
    if (!isKept) return
    this.#statements.insertText.run(returnedNum(inserted), siteToken(site.num), toIndexText(text))
  }

  /**
   * Finds wordings for some of the questions that were stored before there were wordings; returns the number of these
   * questions.
   */
  findWordings(limit: number): number {
    const rows = this.#statements.findUnread.all(limit)
    for (const { num, site_num: siteNum, text_hash: textHash, ...row } of rows) {
      const asked = { ...row, siteNum, textHash, isKept: row.text !== null }
      const wording = this.#wordings.ask(asked, UNLIMITED_QUOTA)
      this.#statements.setWording.run(wording, NO_HASH, num)
    }
    return rows.length
  }

  /** Empties the caches; has to be called after a rollback. */
  forget(): void {
    this.#wordings.forget()
  }
}

function prepareStatements(connection: SqliteConnection) {
  return {
    findUnread: connection.prepare<[number], WithoutWordingRow>(
      'SELECT q.num, q.site_num, q.at, q.text, q.text_hash, q.page_num AS page, p.title FROM question AS q LEFT JOIN page AS p ON p.num = q.page_num WHERE q.wording_num = 0 ORDER BY q.num LIMIT ?',
    ),
    setWording: connection.prepare(
      'UPDATE question SET wording_num = ?, text_hash = ?, topic_num = 0 WHERE num = ?',
    ),
    insert: connection
      .prepare<unknown[], number>(
        'INSERT INTO question (site_num, at, seq, page_num, engine, text, text_hash, visitor, asker, wording_num) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING num',
      )
      .pluck(),
    insertText: connection.prepare(
      'INSERT INTO question_text (rowid, site, text) VALUES (?, ?, ?)',
    ),
  }
}
