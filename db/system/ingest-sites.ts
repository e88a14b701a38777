import { ExpiringMap } from '../../src/lib/cache/expiring-map.ts'

/** The fields of a site that collecting needs. */
export interface CollectingSite {
  num: number
  id: string
  domain: string
  /** The address of the start page, as the owner gave it. */
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

/** A site, or undefined where no site has the id; a promise of this where the site must be read elsewhere. */
type MaybeSite = CollectingSite | undefined | Promise<CollectingSite | undefined>

/** A function that reads one site by its public id; each engine has its own. */
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

  /** Makes the next call read a site again; has to be called after a change of the site. */
  invalidate(id: string): void {
    this.#known.delete(id)
  }
}
