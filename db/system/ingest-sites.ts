import { ExpiringMap } from '../../src/lib/cache/expiring-map.ts'

/** The fields of a site that collecting needs; its id comes from the page that has the widget. */
export interface CollectingSite {
  num: number
  id: string
  domain: string
  /** Address of the start page, as the owner gave it. */
  url: string
  aliases: string
  rollup_timezone: string
  raw_from: number
  status: string
  question_mode: string
  honour_opt_out: number
  own_parameters: string | null
  learned_parameters: string
  install_last_seen_at: number | null
}

/** A site, or undefined where no site has the id; a promise where it must be read elsewhere. */
type MaybeSite = CollectingSite | undefined | Promise<CollectingSite | undefined>

/** The port that reads one site by its public id; every engine implements it. */
export type ReadSite = (id: string) => MaybeSite

const KEEP_MS = 5_000
const MAX_CACHED = 10_000

/**
 * Finds sites by their public id, for collecting and importing, and caches them for five seconds. A change is seen at
 * once in the process that made it, and within five seconds in others.
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
        // The caller gets the error; the next one reads again.
        () => {
          if (this.#known.get(id, nowMs) === fresh) this.#known.delete(id)
        },
      )
    }
    return site
  }

  /** Makes the next call read the site again; called after a change. */
  invalidate(id: string): void {
    this.#known.delete(id)
  }
}
