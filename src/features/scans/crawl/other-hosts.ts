import { parseWebUrl } from '../../../lib/web/web-url.ts'
import { SeenUrls } from './seen-urls.ts'
import type { OtherHost, ScanTally } from './tally.ts'

/** The way in which a page or a sitemap leads to another host. */
export type LeadsBy = 'links' | 'canonicals' | 'redirects' | 'listed'

/** Hosts that are counted; a page may link to thousands. */
export const MAX_HOSTS = 40
const MAX_HOST = 253

/**
 * Counts in the tally of a scan the addresses and pages that lead from a site to other hosts, each address once in a
 * run.
 */
export class OtherHosts {
  readonly #hosts: Map<string, OtherHost>
  readonly #tally: ScanTally
  readonly #seen = new SeenUrls()

  constructor(tally: ScanTally) {
    this.#tally = tally
    this.#hosts = new Map(tally.otherHosts.map((one) => [one.host, one]))
  }

  /** Notes an address of another host, by the page that names it or, for a link, once for all pages. */
  note(by: LeadsBy, address: string | null, from = ''): void {
    const url = address === null ? undefined : parseWebUrl(address)
    if (!url || url.host === '' || url.host.length > MAX_HOST) return
    if (!this.#seen.add(by === 'links' ? url.href : `${by} ${from} ${url.href}`)) return
    const one = this.#of(url.host, by)
    if (one) one[by] += 1
  }

  /** A host that is only linked to gives way to one that the site names as its own. */
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

/** True where the site itself says that its pages are at that host. */
export const isNamed = ({ canonicals, listed }: OtherHost): boolean => canonicals + listed > 0
