import { parseWebUrl } from '../../../lib/web/web-url.ts'
import { SeenUrls } from './seen-urls.ts'
import type { OtherHost, ScanTally } from './tally.ts'

/**
 * The way in which a site leads to another host: a link, a canonical address, a redirect, or an address in a sitemap.
 */
export type LeadsBy = 'links' | 'canonicals' | 'redirects' | 'listed'

/** The most other hosts that are counted; a page may link to thousands. */
export const MAX_HOSTS = 40
const MAX_HOST = 253

/**
 * Counts, in the tally of a scan, the links, canonical addresses, redirects and sitemap entries that lead from a site
 * to other hosts. In one run the same one counts once.
 */
export class OtherHosts {
  readonly #hosts: Map<string, OtherHost>
  readonly #tally: ScanTally
  readonly #seen = new SeenUrls()

  constructor(tally: ScanTally) {
    this.#tally = tally
    this.#hosts = new Map(tally.otherHosts.map((one) => [one.host, one]))
  }

  /** Counts an address of another host: a link once for all pages, any other once for each page `from`. */
  note(by: LeadsBy, address: string | null, from = ''): void {
    const url = address === null ? undefined : parseWebUrl(address)
    if (!url || url.host === '' || url.host.length > MAX_HOST) return
    if (!this.#seen.add(by === 'links' ? url.href : `${by} ${from} ${url.href}`)) return
    const one = this.#of(url.host, by)
    if (one) one[by] += 1
  }

  /**
   * Returns the counts of a host; undefined where no more hosts are counted. A host that the site names as its own then
   * takes the place of the least linked host that it does not name.
   */
  #of(host: string, by: LeadsBy): OtherHost | undefined {
    const known = this.#hosts.get(host)
    if (known) return known
    if (this.#hosts.size >= MAX_HOSTS) {
      const isWeak = by === 'links' || by === 'redirects'
      const weakest = isWeak ? undefined : weakestOf(this.#hosts.values())
      if (!weakest) return undefined
      this.#hosts.delete(weakest.host)
    }
    const added = { host, links: 0, canonicals: 0, redirects: 0, listed: 0 }
    this.#hosts.set(host, added)
    this.#tally.otherHosts = [...this.#hosts.values()]
    return added
  }
}

function weakestOf(hosts: Iterable<OtherHost>): OtherHost | undefined {
  const linked = [...hosts].filter((one) => !isNamed(one))
  return linked.toSorted((a, b) => a.links - b.links)[0]
}

/** True where canonical addresses or sitemaps of the site name the host, so that its pages seem to be there. */
export const isNamed = ({ canonicals, listed }: OtherHost): boolean => canonicals + listed > 0
