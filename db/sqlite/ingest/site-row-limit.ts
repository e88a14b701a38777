import type { SqliteConnection } from '../connect.ts'

/** Rows may have gone meanwhile, by a merge or a deletion: a full site is counted again after so many refusals. */
const RECOUNT_AFTER = 1_000

type Counted = 'page' | 'facet' | 'term' | 'topic' | 'topic_phrase'

/**
 * How many rows of a table each site has, counted once and kept in memory: what strangers can make up must end somewhere.
 * Used only inside the writer's transaction; `forget` after a rollback.
 */
export class SiteRowLimit {
  readonly #max: number
  readonly #count
  readonly #counts = new Map<number, { rows: number; refused: number }>()

  /** `max` rows of `table` for each site. */
  constructor(connection: SqliteConnection, table: Counted, max: number) {
    this.#max = max
    this.#count = connection
      .prepare<[number, number], number>(
        `SELECT COUNT(*) FROM (SELECT 1 FROM ${table} WHERE site_num = ? LIMIT ?) AS some`,
      )
      .pluck()
  }

  /** Whether the site may have one more. */
  hasRoom(siteNum: number): boolean {
    const known = this.#of(siteNum)
    if (known.rows < this.#max) return true
    known.refused += 1
    if (known.refused >= RECOUNT_AFTER) this.#counts.delete(siteNum)
    return false
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
