import { pluralize } from '../../lib/text/pluralize.ts'
import type { SiteHead } from '../names/meant-sites.ts'
import type { LeftOut } from './left-out.ts'
import { SITES_LIMIT_MS } from './sites-in-turn.ts'

/** The most domains that one note names. */
const MAX_DOMAINS = 5
/** The most notes of sites in one answer. */
const MAX_NOTES = 20

/** Lists the first domains for a sentence, and counts the others. */
export function someDomains(domains: readonly string[]): string {
  const more = domains.length - MAX_DOMAINS
  const named = domains.slice(0, MAX_DOMAINS).join(', ')
  return more > 0 ? `${named} and ${more} more` : named
}

interface SiteNotes {
  head: SiteHead
  notes: readonly string[]
}

/**
 * Joins the notes of several sites, each once. A note that holds for every site stays as it is; any other note names
 * the sites that it is about. `asked` is the number of sites that were asked for; `sites` are some of these.
 */
export function notesOfSites(sites: readonly SiteNotes[], asked = sites.length): string[] {
  const domainsOf = new Map<string, string[]>()
  for (const { head, notes } of sites) {
    for (const note of new Set(notes)) {
      domainsOf.set(note, [...(domainsOf.get(note) ?? []), head.domain])
    }
  }
  const told = [...domainsOf].map(([note, domains]) =>
    domains.length === asked ? note : `${someDomains(domains)}: ${note}`,
  )
  const more = told.length - MAX_NOTES
  return more > 0
    ? [...told.slice(0, MAX_NOTES), `${more} more notes: ask for one site to see its own`]
    : told
}

/** Says which sites were not read to the end, and why. */
export function notesOnLeft(left: readonly LeftOut[]): string[] {
  const why = {
    time: `not looked at, since one call has ${SITES_LIMIT_MS / 1_000} s; ask for them by site`,
    too_costly: 'took too long by itself; ask for it with fewer days',
    deleted: 'deleted meanwhile',
  }
  return Object.entries(why).flatMap(([reason, text]) => {
    const domains = left.filter((one) => one.reason === reason).map(({ domain }) => domain)
    return domains.length === 0 ? [] : [`left out: ${someDomains(domains)}: ${text}`]
  })
}

/**
 * Returns the time zone in which the days of all sites are counted, or words for several zones, with a note that
 * counts the sites and names the zones where there are several.
 */
export function zonesOf(heads: readonly SiteHead[]): { timezone: string; notes: string[] } {
  const zones = new Map<string, string[]>()
  for (const { zone, domain } of heads) zones.set(zone, [...(zones.get(zone) ?? []), domain])
  const [[only = ''] = [], ...others] = zones
  const count = pluralize(heads.length, 'site')
  if (others.length === 0) return { timezone: only, notes: [count] }
  const named = [...zones].map(([zone, domains]) => `${zone} (${someDomains(domains)})`)
  const shown = named.slice(0, MAX_NOTES).join('; ')
  const more = named.length > MAX_NOTES ? ` and ${named.length - MAX_NOTES} more` : ''
  return {
    timezone: 'time of each site',
    notes: [`${count}, each by the days of its own time zone: ${shown}${more}`],
  }
}

/** Returns the days from the first to the last day of several ranges. */
export const spanOf = (ranges: readonly { from: string; to: string }[]) => ({
  from: ranges.map(({ from }) => from).toSorted()[0] ?? '',
  to:
    ranges
      .map(({ to }) => to)
      .toSorted()
      .at(-1) ?? '',
})
