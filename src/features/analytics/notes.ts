import type { FactQuery } from '../../../db/facts/fact-query.ts'
import type { MeasureValues } from '../../../db/facts/measures.ts'
import { dayToIso, localDay } from '../../lib/time/zone.ts'
import { bucketLabel } from './buckets.ts'
import type { MetricId } from './metrics.ts'
import type { Run } from './run.ts'

/** What a reader of the numbers could take them for, and what they are not. */
export const notesFor = (run: Run, facts: FactQuery): string[] => [
  ...notesOnMetrics(run),
  ...notesOnRange(run, facts),
]

interface MetricNote {
  metrics: readonly MetricId[]
  when?: (run: Run) => boolean
  text: string
}

const isHourly = ({ plan }: Run): boolean => plan.grain === 'hour'
const isSplit = ({ plan }: Run): boolean => plan.dimensions.length > 0

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
    text: 'a session counts where its first event is',
  },
  { metrics: ['return_rate'], text: 'return_rate sees returns of the same day only' },
  {
    metrics: ['ai_referrals', 'ai_referral_share'],
    text: 'most assistants hide where a reader comes from, so ai_referrals is a floor',
  },
]

const notesOnMetrics = (run: Run): string[] =>
  METRIC_NOTES.filter(
    ({ metrics, when }) =>
      metrics.some((id) => run.plan.metrics.includes(id)) && (when?.(run) ?? true),
  ).map(({ text }) => text)

function notesOnRange(run: Run, facts: FactQuery): string[] {
  const { plan, range, zone, now, site, partial } = run
  const notes: string[] = []
  if (range.instants.toMs > now) {
    notes.push(`today (${zone}) is not over, so its numbers still grow`)
  }
  const { grain } = plan
  if (grain && partial.length > 0) {
    const labels = partial.map((bucket) => bucketLabel(bucket, grain, zone))
    notes.push(`not whole ${grain}s: ${labels.join(', ')}`)
  }
  const { raw_from: rawFrom } = site.row
  if (rawFrom > range.instants.fromMs && site.needsRawEvents(facts)) {
    notes.push(
      `single events are kept from ${dayToIso(localDay(zone, rawFrom))} on; before it only daily sums, so this split has no earlier rows`,
    )
  }
  return notes
}

/** How far the numbers carry, by how many events they rest on. */
export function sampleTier(
  values: MeasureValues,
): 'exploratory' | 'directional' | 'decision_grade' {
  const { impressions, ai_clicks, shares, questions, ai_referrals, visitors } = values
  const n = Math.max(impressions + ai_clicks + shares + questions + ai_referrals, visitors)
  if (n < 50) return 'exploratory'
  return n < 1_000 ? 'directional' : 'decision_grade'
}
