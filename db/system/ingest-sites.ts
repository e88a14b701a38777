import { ExpiringMap } from '../../src/lib/cache/expiring-map.ts'
import type { SqliteConnection } from '../sqlite/connect.ts'

/** What collecting needs to know of a site; the id comes from the page that the widget stands on. */
export interface CollectingSite {
  num: number
  id: string
  domain: string
  /** The start page, as the owner named it. */
  url: string
  aliases: string
  rollup_timezone: string
  raw_from: number
  status: string
  question_mode: string
  honour_opt_out: number
  install_last_seen_at: number | null
}

const KEEP_MS = 5_000
const MAX_CACHED = 10_000

/**
 * Sites by their public id, for collecting and importing. A change is seen at once in the process that made it,
 * and within five seconds in others.
 * @NOTE no org_id: visitors' browsers send events without a credential, and read nothing back.
 */
export class IngestSites {
  readonly #find
  /** Null stands for an id that no site has. */
  readonly #known = new ExpiringMap<string, CollectingSite | null>({
    maxEntries: MAX_CACHED,
    lifetimeMs: KEEP_MS,
  })

  constructor(reader: SqliteConnection) {
    this.#find = reader.prepare<[string], CollectingSite>(
      'SELECT num, id, domain, url, aliases, rollup_timezone, raw_from, status, question_mode, honour_opt_out, install_last_seen_at FROM site WHERE id = ?',
    )
  }

  find(id: string, nowMs: number): CollectingSite | undefined {
    const known = this.#known.get(id, nowMs)
    if (known !== undefined) return known ?? undefined
    const site = this.#find.get(id)
    this.#known.set(id, site ?? null, nowMs)
    return site
  }

  invalidate(id: string): void {
    this.#known.delete(id)
  }
}
