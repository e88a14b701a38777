import { pluralize } from '../../lib/text/pluralize.ts'
import { isNamed, MAX_HOSTS } from './crawl/other-hosts.ts'
import { setExamples, type OtherHost, type ScanTally } from './crawl/tally.ts'

/** The most other hosts that a scan names. */
const MAX_NAMED = 5
/** The number of pages up to which a scan may have read no more than a door to the site. */
const FEW_PAGES = 3
/** The number of links to one host from which they are more than a mention. */
const MANY_LINKS = 5

/**
 * Returns the other hosts where pages of the site seem to be: hosts in its canonical addresses or sitemaps, related
 * domains, hosts to which more redirects lead than pages were found, and, where hardly a page was found, the host with
 * most links. All other hosts that a page links to belong to other people.
 */
function ownElsewhere(
  { otherHosts, pages }: Pick<ScanTally, 'otherHosts' | 'pages'>,
  domain: string,
): OtherHost[] {
  const most = Math.max(0, ...otherHosts.map(({ links }) => links))
  const isMeant = (one: OtherHost): boolean =>
    isNamed(one) ||
    isRelated(one.host, domain) ||
    (one.links === most && isDoor(one, pages)) ||
    // A redirect or two lead to partners; a site that moved redirects everything.
    one.redirects > pages
  return otherHosts.filter(isMeant).toSorted(byWeight).slice(0, MAX_NAMED)
}

/**
 * True where more of the site seems to be at another host than was found here, so that the scan covers only a part of
 * the site.
 */
export function isMostlyElsewhere({
  ownElsewhere: hosts,
  pages,
}: Pick<ScanTally, 'ownElsewhere' | 'pages'>): boolean {
  return hosts.some((one) => isDoor(one, pages) || (isNamed(one) && one.links > pages))
}

/**
 * Adds the links to other hosts that the last scan counted, if some pages were unchanged, since their links were not
 * read again.
 */
export function keepLinks(tally: ScanTally): void {
  const { otherHosts, linkedBefore, unchanged } = tally
  if (unchanged === 0) return
  const now = new Map(otherHosts.map((one) => [one.host, one]))
  for (const before of linkedBefore) {
    const known = now.get(before.host)
    if (known) known.links = Math.max(known.links, before.links)
    else if (before.links > 0) now.set(before.host, { ...NOTHING, ...pickLinks(before) })
  }
  tally.otherHosts = [...now.values()].slice(0, MAX_HOSTS)
}

const NOTHING = { canonicals: 0, redirects: 0, listed: 0 }
const pickLinks = ({ host, links }: OtherHost) => ({ host, links })

/** Sets the warning that pages of the site seem to be at other hosts, with the counts of what leads there. */
export function warnOfElsewhere(tally: ScanTally, domain: string): void {
  const hosts = ownElsewhere(tally, domain)
  tally.ownElsewhere = hosts
  const count = hosts.reduce((sum, one) => sum + weightOf(one), 0)
  setExamples(tally, 'OTHER_HOST', { count, examples: hosts.map(describeHost) })
}

/** Returns a host with the counts of what leads there, in words. */
export function describeHost({ host, links, canonicals, redirects, listed }: OtherHost): string {
  const parts = [
    links > 0 && pluralize(links, 'link'),
    canonicals > 0 && pluralize(canonicals, 'canonical address', 'canonical addresses'),
    redirects > 0 && pluralize(redirects, 'redirect'),
    listed > 0 && `${listed} in the sitemap`,
  ]
  return `${host}: ${parts.filter((part) => part !== false).join(', ')}`
}

const weightOf = ({ links, canonicals, redirects, listed }: OtherHost): number =>
  links + canonicals + redirects + listed

const byWeight = (a: OtherHost, b: OtherHost): number =>
  Number(isNamed(b)) - Number(isNamed(a)) || weightOf(b) - weightOf(a) || (a.host < b.host ? -1 : 1)

const isDoor = ({ links }: OtherHost, pages: number): boolean =>
  pages <= FEW_PAGES && links >= MANY_LINKS && links > 2 * pages

const isRelated = (host: string, domain: string): boolean =>
  host.endsWith(`.${domain}`) || domain.endsWith(`.${host}`)
