import {
  notesOfSites,
  notesOnLeft,
  someDomains,
  spanOf,
  zonesOf,
} from '../../kernel/reads/sites-notes.ts'
import { siteHeadOf } from '../../kernel/names/meant-sites.ts'
import type { Table } from '../../kernel/reads/table.ts'
import { isoOrNull } from '../../lib/time/clock.ts'
import { formatRange } from '../../lib/time/time-range.ts'
import { bucketAt, bucketLabel } from './buckets.ts'
import { isTime } from './dimensions.ts'
import { addsUpOverSites, metricValue } from './metric-value.ts'
import { isCheckMetric } from './legality.ts'
import { type MetricId, metricOf } from './metrics.ts'
import { noteOnToday } from './notes.ts'
import type { SitesRun } from './sites-run.ts'
import type { CountedSite } from './sites-part.ts'
import { SITE } from './sites-plan.ts'

/** Returns the fields of an answer that say what was asked, and about which sites and days. */
export function describe(run: SitesRun) {
  const { plan, asked, sites, left, now } = run
  const zones = new Set(sites.map(({ run: { zone } }) => zone))
  const [zone] = zones
  const { cursor: _, ...query } = asked
  const grain = sites[0]?.run.plan.grain ?? null
  const open = sites.filter(({ run: { range } }) => range.instants.toMs > now || !range.days)
  const labelled = (pick: (site: CountedSite) => readonly number[]): string[] => {
    const labels = sites.flatMap((site) =>
      pick(site).map((bucket) => bucketLabel(bucket, grain ?? 'day', site.run.zone)),
    )
    return [...new Set(labels)].toSorted()
  }
  const openBuckets = open.map(({ run: of }) => bucketAt(now, grain ?? 'day', of.zone))
  const [openSite] = open
  return {
    columns: [
      ...plan.dimensions.map((name) => ({
        name,
        kind: 'dimension' as const,
        unit: name !== SITE && isTime(name) ? ('time' as const) : ('text' as const),
      })),
      ...plan.metrics.map((name) => ({
        name,
        kind: 'metric' as const,
        unit: metricOf(name).unit,
      })),
    ],
    timeLabels: grain && labelled((site) => site.run.buckets),
    query: { ...query, dimensions: plan.dimensions, metrics: plan.metrics },
    range: spanOf(sites.map(({ run: { range } }) => formatRange(range))),
    timezone: zone !== undefined && zones.size === 1 ? zone : null,
    partialBucket: openSite
      ? bucketLabel(Math.max(...openBuckets.slice(0, 1)), grain ?? 'day', openSite.run.zone)
      : null,
    partialBuckets: grain ? labelled((site) => site.run.partial) : [],
    dataFreshness: isoOrNull(
      sites.reduce<number | null>(
        (latest, { lastEventAt }) =>
          lastEventAt === undefined ? latest : Math.max(latest ?? 0, lastEventAt),
        null,
      ),
    ),
    sites: sites.map(({ run: of, totals, lastEventAt }) => ({
      siteId: of.site.row.id,
      domain: of.site.row.domain,
      timezone: of.zone,
      range: formatRange(of.range),
      comparedWith: of.before ? formatRange(of.before) : null,
      totals: Object.fromEntries(plan.metrics.map((id) => [id, metricValue(id, totals, [])])),
      dataFreshness: isoOrNull(lastEventAt ?? null),
    })),
    leftOut: [...left],
  }
}

const headsOfCounted = (sites: readonly CountedSite[]) =>
  sites.map(({ run: { site } }) => siteHeadOf(site))

/** The note of an answer whose sites have more groups than were added up. */
export const SMALLER_GROUPS =
  'each site gave its largest groups; smaller ones are not in these sums'

/**
 * Returns the notes of an answer about several sites: the sites that it lacks, the metrics that are not added up, and
 * the notes of each site.
 */
export function notesOf(
  { plan, sites, left, sides }: SitesRun,
  { isCut, ended }: { isCut: boolean; ended: number | undefined },
): string[] {
  const heads = headsOfCounted(sites)
  const young = sites.filter(({ before }) => before && !before.sides.areCounts)
  const domains = young.map(({ run }) => run.site.row.domain)
  return [
    ...zonesOf(heads).notes,
    ...notesOnLeft(left),
    ...notesOnApart(plan.metrics),
    ...(sides && !plan.isBySite && domains.length > 0 && domains.length < sites.length
      ? [`sums are not compared, since not all sites are: ${someDomains(domains)}`]
      : []),
    ...(isCut ? [SMALLER_GROUPS] : []),
    ...(ended === undefined ? [] : [`rows behind the first ${ended} are in export_data alone`]),
    ...notesOfSites(
      sites.map((site) => ({ head: siteHeadOf(site.run.site), notes: plainNotes(site) })),
    ),
  ]
}

/**
 * Notes which of the metrics are not added up over sites, and that rates of engines' answers have no interval there.
 */
function notesOnApart(metrics: readonly MetricId[]): string[] {
  const apart = metrics.filter((id) => !addsUpOverSites(id))
  if (apart.length === 0) return []
  const named = apart.join(', ')
  if (!apart.every(isCheckMetric)) {
    return [`readers are known by site alone: ${named} are not added up over sites`]
  }
  const isOfRates = apart.some((id) => metricOf(id).unit === 'ratio')
  return [
    `not added up over sites, which have questions of their own: ${named}`,
    ...(isOfRates
      ? [
          'rates of answers have no interval here: it rests on the runs of a site, so ask about one site alone',
        ]
      : []),
  ]
}

/**
 * Returns the notes of a site, of which the one on today does not name the zone, so that it is the same for all sites.
 */
const plainNotes = ({ run: { zone }, notes }: CountedSite): string[] =>
  notes.map((note) => (note === noteOnToday(zone) ? noteOnToday() : note))

/** Returns the parts of a table about several sites that describe its rows. */
export function frameOfSites(
  { sites }: SitesRun,
  notes: string[],
): Pick<Table, 'range' | 'comparedWith' | 'notes'> {
  if (sites.length === 0) return { notes }
  const { timezone } = zonesOf(headsOfCounted(sites))
  const before = sites.flatMap(({ run }) => (run.before ? [formatRange(run.before)] : []))
  return {
    range: { ...spanOf(sites.map(({ run }) => formatRange(run.range))), timezone },
    ...(before.length > 0 && { comparedWith: spanOf(before) }),
    notes,
  }
}
