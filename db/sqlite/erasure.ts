import { sql } from 'kysely'
import type { FullTextTable } from '../search/full-text.ts'
import type { Db } from '../tables/schema.ts'

/** The free pages that one step overwrites: about a megabyte, in a few milliseconds. */
const STEP_PAGES = 256

/**
 * An erasure does work in steps that leaves nothing in the file of what it deletes. Pages that became free before, such
 * as those of a merged full-text index, still hold words of rows that are deleted only now, so they are overwritten
 * first. From then on every page that becomes free is overwritten, even where other work frees it between two steps.
 */
export class SqliteErasure {
  readonly #db: Db
  #phase: 'take' | 'give back' | 'work' = 'take'

  constructor(db: Db) {
    this.#db = db
  }

  /** Does one step; returns false once `work` has answered that nothing is left to do, or has failed. */
  async step(work: () => Promise<boolean>): Promise<boolean> {
    let isMore = false
    try {
      await sql`PRAGMA secure_delete = ON`.execute(this.#db)
      isMore = (await this.#overwriteStep()) || (await work())
      return isMore
    } finally {
      if (!isMore) {
        this.#phase = 'take'
        await sql`PRAGMA secure_delete = FAST`.execute(this.#db)
      }
    }
  }

  /**
   * Writes rows of zeros until they have taken all free pages, before the first page is given back, since pages that
   * were freed last are used first. Returns false once all free pages are taken.
   */
  async #overwriteStep(): Promise<boolean> {
    if (this.#phase === 'take' && !(await this.#takeStep())) this.#phase = 'give back'
    if (this.#phase === 'give back' && !(await this.#giveBackStep())) this.#phase = 'work'
    return this.#phase !== 'work'
  }

  async #takeStep(): Promise<boolean> {
    const free = await this.#pragma('freelist_count')
    if (free === 0) return false
    const pages = Math.min(free, STEP_PAGES)
    const bytes = pages * (await this.#pragma('page_size'))
    await sql`CREATE TABLE IF NOT EXISTS free_page (num INTEGER PRIMARY KEY, zeros BLOB NOT NULL) STRICT`.execute(
      this.#db,
    )
    await sql`INSERT INTO free_page (zeros) VALUES (zeroblob(${bytes}))`.execute(this.#db)
    return true
  }

  /**
   * Deletes the first row of zeros, which a killed process may have left too; returns false once all are deleted and
   * their table is gone.
   */
  async #giveBackStep(): Promise<boolean> {
    const { rows } = await sql`SELECT 1 FROM sqlite_schema WHERE name = 'free_page'`.execute(
      this.#db,
    )
    if (rows.length === 0) return false
    const { numAffectedRows = 0n } =
      await sql`DELETE FROM free_page WHERE num = (SELECT MIN(num) FROM free_page)`.execute(
        this.#db,
      )
    if (numAffectedRows > 0n) return true
    await sql`DROP TABLE free_page`.execute(this.#db)
    return false
  }

  async #pragma(name: 'freelist_count' | 'page_size'): Promise<number> {
    const { rows } = await sql<Record<string, number>>`PRAGMA ${sql.raw(name)}`.execute(this.#db)
    return rows[0]?.[name] ?? 0
  }
}

/** The pages that one step merges, which keeps other writers waiting for a few milliseconds. */
const MERGE_PAGES = 100

/**
 * Does one step of rewriting a full-text index without the words of deleted rows; returns false once that is done. The
 * first step begins with the whole index; the others only continue, so that new rows do not keep the rewrite from
 * ending. Source: https://www.sqlite.org/fts5.html#the_merge_command
 */
export async function mergeFts5Step(
  db: Db,
  table: FullTextTable,
  isFirst: boolean,
): Promise<boolean> {
  const index = sql.ref(`${table}_text`)
  const before = await totalChanges(db)
  await sql`INSERT INTO ${index}(${index}, rank)
    VALUES ('merge', ${isFirst ? -MERGE_PAGES : MERGE_PAGES})`.execute(db)
  return (await totalChanges(db)) - before >= 2
}

async function totalChanges(db: Db): Promise<number> {
  const { rows } = await sql<{ changes: number }>`SELECT total_changes() AS changes`.execute(db)
  return rows[0]?.changes ?? 0
}
