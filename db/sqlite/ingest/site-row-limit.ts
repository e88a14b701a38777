import type { SqliteConnection } from '../connect.ts'

/**
 * The refusals after which the rows of a full site are counted again, since a merge or a deletion may have removed
 * some.
 */
const RECOUNT_AFTER = 1_000

type Counted = 'page' | 'facet' | 'term' | 'topic' | 'topic_phrase' | 'visit_source'

/**
 * Bounds the rows that strangers can make up, for each site in a table: the rows are counted once, and the count is
 * kept in memory. It is used only inside the writer's transaction; `forget` has to be called after a rollback.
 */
export class SiteRowLimit {
  readonly #max: number
  readonly #count
  readonly #counts = new Map<number, { rows: number; refused: number }>()

  /** Makes a limit of `max` rows for each site in `table`; only rows that meet the condition `which` count. */
  constructor(connection: SqliteConnection, table: Counted, max: number, which = 'true') {
    this.#max = max
    this.#count = connection
      .prepare<[number, number], number>(
        `SELECT COUNT(*) FROM (SELECT 1 FROM ${table} WHERE site_num = ? AND ${which} LIMIT ?) AS some`,
      )
      .pluck()
  }

  /** Returns true where the site may have one more row. */
  hasRoom(siteNum: number): boolean {
    const known = this.#of(siteNum)
    if (known.rows < this.#max) return true
    known.refused += 1
    if (known.refused >= RECOUNT_AFTER) this.#counts.delete(siteNum)
    return false
  }

  /** Returns the number of the site's rows, at most `max`. */
  rowsOf(siteNum: number): number {
    return this.#of(siteNum).rows
  }

  add(siteNum: number): void {
    this.#of(siteNum).rows += 1
  }

  forget(): void {
    this.#counts.clear()
  }

  #of(siteNum: number) {
    const known = this.#counts.get(siteNum)
    if (known) return known
    const fresh = { rows: this.#count.get(siteNum, this.#max) ?? 0, refused: 0 }
    this.#counts.set(siteNum, fresh)
    return fresh
  }
}
