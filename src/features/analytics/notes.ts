import type { Measure } from '../../../db/facts/fact-query.ts'
import type { AnalyticsQuery } from './query.ts'
import type { ResolvedRange } from '../../core/range.ts'

/** What a reader of the numbers could take them for, and what they are not. */
export function notesFor(
  query: AnalyticsQuery,
  range: ResolvedRange,
  zone: string,
  now: number,
): string[] {
  const notes: string[] = []
  const asksVisitors = query.metrics.includes('visitors')
  if (asksVisitors && query.dimensions.includes('time:hour')) {
    notes.push('visitors by the hour are distinct within the hour and do not add up to the day')
  } else if (asksVisitors) {
    notes.push('visitors are daily uniques summed; a reader of two days counts twice')
  }
  if (range.instants.toMs > now)
    notes.push(`today (${zone}) is not over, so its numbers still grow`)
  if (query.dimensions.includes('engine') && query.metrics.includes('impressions')) {
    notes.push('impressions name no engine; they stand under (none)')
  }
  return notes
}

/** How far the numbers carry, by how many events they rest on. */
export function sampleTier(
  totals: Readonly<Record<Measure, number>>,
): 'exploratory' | 'directional' | 'decision_grade' {
  const { impressions, ai_clicks, shares, questions, ai_referrals, visitors } = totals
  const n = Math.max(impressions + ai_clicks + shares + questions + ai_referrals, visitors)
  if (n < 50) return 'exploratory'
  return n < 1_000 ? 'directional' : 'decision_grade'
}
