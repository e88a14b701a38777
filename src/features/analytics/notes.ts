import { isOfEngine, visitColumn, type FactDimension } from '../../../db/facts/dimensions.ts'
import { flattenFilters, type FactQuery } from '../../../db/facts/fact-query.ts'
import { engineSideOf, type Measure, type MeasureValues } from '../../../db/facts/measures.ts'
import { weekdayName, WEEKDAYS } from '../../lib/time/clock-words.ts'
import type { SiteDb } from '../../../db/site-db.ts'
import type { TimeRange } from '../../lib/time/time-range.ts'
import { dayToIso, localDay } from '../../lib/time/zone.ts'
import { bucketLabel } from './buckets.ts'
import { measuresOf, type MetricId } from './metrics.ts'
import type { QueryRun } from './query-run.ts'
import { readOrder } from './read-order.ts'

/** Returns the notes of a query about events that warn of how its numbers could be misread. */
export const notesFor = (run: QueryRun, facts: FactQuery): string[] => [
  ...notesOnMetrics(run),
  ...noteOnEngines(run),
  ...noteOnOrder(run),
  ...notesOnRange(run, facts),
]

interface MetricNote {
  metrics: readonly MetricId[]
  when?: (run: QueryRun) => boolean
  text: string
}

const isHourly = ({ plan }: QueryRun): boolean => plan.grain === 'hour'
const isSplit = ({ plan }: QueryRun): boolean => plan.dimensions.length > 0

const METRIC_NOTES: readonly MetricNote[] = [
  {
    metrics: ['visitors'],
    when: isHourly,
    text: 'visitors by the hour are distinct within the hour and do not add up to the day',
  },
  {
    metrics: ['visitors', 'ai_click_rate', 'engagement_rate'],
    when: (run) => !isHourly(run),
    text: 'visitors are daily uniques summed; a reader of two days counts twice',
  },
  {
    metrics: ['visitors'],
    when: isSplit,
    text: 'a reader with several values counts under each, so visitors do not add up',
  },
  {
    metrics: ['sessions'],
    when: (run) => isSplit(run) || run.query.filters.length > 0,
    text: 'a visit counts where its first event is',
  },
  { metrics: ['return_rate'], text: 'return_rate sees returns of the same day only' },
  {
    metrics: ['ai_referrals', 'ai_referral_share'],
    text: 'most assistants hide where a reader comes from, so ai_referrals is a floor',
  },
]

const notesOnMetrics = (run: QueryRun): string[] =>
  METRIC_NOTES.filter(
    ({ metrics, when }) =>
      metrics.some((id) => run.plan.metrics.includes(id)) && (when?.(run) ?? true),
  ).map(({ text }) => text)

/**
 * Says for each metric whether its engine is the one that was opened or the one that a visit came from, in a query by
 * engine.
 */
function noteOnEngines({ plan, query }: QueryRun): string[] {
  const asked = [...plan.dimensions, ...flattenFilters(query.filters).map((one) => one.dimension)]
  if (!asked.some(isOfEngine)) return []
  const opened = plan.metrics.filter((id) => measuresOf(id).every(isOfEvent))
  const arrived = plan.metrics.filter((id) => !opened.includes(id))
  const parts = [
    ...(opened.length > 0 ? [`of ${opened.join(', ')} the one opened, asked or come from`] : []),
    ...(arrived.length > 0 ? [`of ${arrived.join(', ')} the one that the visit came from`] : []),
  ]
  return [`engine: ${parts.join('; ')}`]
}

/** Returns the dimensions that a query groups or filters by. */
const askedFor = ({ plan, query }: QueryRun): FactDimension[] => [
  ...plan.dimensions,
  ...flattenFilters(query.filters).map(({ dimension }) => dimension),
]

const isOfEvent = (measure: Measure): boolean => engineSideOf(measure) === 'event'

/**
 * Notes that the lowest value comes first: a caller who sends only the name of a metric mostly wants the highest value
 * first, but an order without a sign begins with the lowest.
 */
export function noteOnOrder({ plan, query: { orderBy } }: QueryRun): string[] {
  if (orderBy === undefined) return []
  const { metric, direction } = readOrder(orderBy, plan.metrics)
  if (metric === undefined || direction === 'desc') return []
  return [`the lowest ${metric} comes first; -${metric} is the other way`]
}

/**
 * Notes which days of the week the range has once more than others, counting only days that have begun, in a query by
 * weekday.
 */
function noteOnWeekdays({ plan, range, zone, now }: QueryRun): string[] {
  if (!plan.dimensions.includes('weekday')) return []
  const from = localDay(zone, range.instants.fromMs)
  const to = localDay(zone, Math.min(range.instants.toMs - 1, now))
  const more = (to + 1 - from) % WEEKDAYS.length
  if (more <= 0) return []
  const named = Array.from({ length: more }, (_, i) => weekdayName(from + i))
  return [`days of the week are not equally many here: there is one more of ${named.join(', ')}`]
}

/** Returns the note that today has not ended, in the named zone; without a zone, in each of several sites. */
export const noteOnToday = (zone?: string): string =>
  `today${zone === undefined ? '' : ` (${zone})`} is not over, so its numbers still grow`

/** Says which buckets of a series are incomplete, and that today has not ended. */
export function notesOnBuckets({ plan, range, zone, now, partial }: QueryRun): string[] {
  const notes: string[] = []
  if (range.instants.toMs > now) notes.push(noteOnToday(zone))
  const { grain } = plan
  if (grain && partial.length > 0) {
    const labels = partial.map((bucket) => bucketLabel(bucket, grain, zone))
    notes.push(`not whole ${grain}s: ${labels.join(', ')}`)
  }
  return notes
}

function notesOnRange(run: QueryRun, facts: FactQuery): string[] {
  const { range, zone, site } = run
  const notes = [...noteOnWeekdays(run), ...notesOnBuckets(run), ...notesOnVisits(run)]
  const { raw_from: rawFrom } = site.row
  if (rawFrom > range.instants.fromMs && site.needsRawEvents(facts)) {
    notes.push(
      `single events are kept from ${dayToIso(localDay(zone, rawFrom))} on; before it only daily sums, so this split has no earlier rows`,
    )
  }
  return notes
}

function notesOnVisits(run: QueryRun): string[] {
  const { range, zone, site } = run
  const asked = askedFor(run)
  const { visits_from: visitsFrom } = site.row
  const notes = noteOnCampaigns(site, range, asked)
  const isOfVisits = asked.some((dimension) => visitColumn(dimension, 'visit') !== undefined)
  if (visitsFrom > range.instants.fromMs && isOfVisits) {
    const from = dayToIso(localDay(zone, visitsFrom))
    notes.push(
      `where visits came from is known from ${from} on; before it referrer is that of each page, and channel, campaign, entryPath and the engine come from are not known`,
    )
  }
  return notes
}

/** Says until when events were stored without campaigns, if a query by campaign covers such days. */
export function noteOnCampaigns(
  { row }: Pick<SiteDb, 'row'>,
  { instants }: TimeRange,
  asked: readonly FactDimension[],
): string[] {
  if (row.campaigns_from <= instants.fromMs || !asked.includes('campaign')) return []
  const until = dayToIso(localDay(row.rollup_timezone, row.campaigns_from))
  return [`events up to ${until} were stored without campaigns, so theirs are not known`]
}

/** Grades how much numbers can support, by the number of events or readers that they rest on. */
export function sampleTier(
  values: MeasureValues,
): 'exploratory' | 'directional' | 'decision_grade' {
  const { impressions, ai_clicks, shares, questions, ai_referrals, visitors } = values
  const n = Math.max(impressions + ai_clicks + shares + questions + ai_referrals, visitors)
  if (n < 50) return 'exploratory'
  return n < 1_000 ? 'directional' : 'decision_grade'
}
