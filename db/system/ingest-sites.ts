import { ExpiringMap } from '../../src/lib/cache/expiring-map.ts'

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

/** A site, or none of that id; at once where it is at hand, later where it must be asked for. */
type MaybeSite = CollectingSite | undefined | Promise<CollectingSite | undefined>

/** Reads one site by its public id. A port: every engine has its own. */
export type ReadSite = (id: string) => MaybeSite

const KEEP_MS = 5_000
const MAX_CACHED = 10_000

/**
 * Sites by their public id, for collecting and importing, kept in memory for five seconds. A change is seen at once in the
 * process that made it, and within five seconds in others.
 * @NOTE no org_id: visitors' browsers send events without a credential, and read nothing back.
 */
export class IngestSites {
  readonly #read: ReadSite
  readonly #known = new ExpiringMap<string, { site: MaybeSite }>({
    maxEntries: MAX_CACHED,
    lifetimeMs: KEEP_MS,
  })

  constructor(read: ReadSite) {
    this.#read = read
  }

  find(id: string, nowMs: number): MaybeSite {
    const known = this.#known.get(id, nowMs)
    if (known) return known.site
    const site = this.#read(id)
    const fresh = { site }
    this.#known.set(id, fresh, nowMs)
    if (site instanceof Promise) {
      site.then(
        (found) => (fresh.site = found),
        // Whoever asked hears of it; the next one asks again.
        () => {
          if (this.#known.get(id, nowMs) === fresh) this.#known.delete(id)
        },
      )
    }
    return site
  }

  /** Asks for the site again the next time: it was changed. */
  invalidate(id: string): void {
    this.#known.delete(id)
  }
}
