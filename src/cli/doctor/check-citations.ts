import { UnusableDatabaseError } from '../../../db/errors.ts'
import { scheduledSites, type ScheduledSite } from '../../../db/sqlite/inspect-schedules.ts'
import { runsOfAMonth } from '../../domain/citations/run-schedule.ts'
import { citationScheduleOf, type CitationSchedule } from '../../features/citations/face.ts'
import { pluralize } from '../../lib/text/pluralize.ts'
import type { Config } from '../../server/config.ts'
import { verdictsOf, type Finding } from './finding.ts'

const MICROS = 1_000_000

/**
 * Reports, for each site whose engines are asked on a schedule, how many checks a month has and what they will cost.
 */
export function checkCitations({ databaseFile }: Pick<Config, 'databaseFile'>): Finding[] {
  const { ok, warning } = verdictsOf('citations')
  try {
    return scheduledSites(databaseFile).map((site) => ok(forecast(site)))
  } catch (error) {
    if (!(error instanceof UnusableDatabaseError)) throw error
    const advice = 'Mend what is said of the tables first.'
    return [warning('What asking engines costs cannot be read.', advice)]
  }
}

/** Writes the forecast of a site for a month: by its last run where there was one, else by its queries and engines. */
function forecast(site: ScheduledSite): string {
  const settings = citationScheduleOf({ citation_schedule: site.schedule })
  const { schedule, engines, replicas, maxChecksPerMonth } = settings
  const runs = runsOfAMonth(schedule)
  const planned = site.planned ?? site.queries * (engines?.length ?? 1) * replicas
  const checks = Math.min(planned * runs, maxChecksPerMonth ?? Number.POSITIVE_INFINITY)
  const each = site.planned === null && engines === null ? ' of each engine' : ''
  const whole = `${site.domain} is asked about ${schedule}: up to ${pluralize(checks, 'check')}${each} a month`
  return `${whole}, ${costOfMonth(site, settings, { checks, runs })}.`
}

function costOfMonth(
  { answered, costMicros, costUnknown }: ScheduledSite,
  { maxCostMicros }: CitationSchedule,
  { checks, runs }: { checks: number; runs: number },
): string {
  const most = maxCostMicros === null ? undefined : maxCostMicros * runs
  const limit = most === undefined ? '' : `, and US$ ${dollars(most)} at most by known prices`
  if (costMicros === null || !answered) {
    const why = answered ? 'no price of its engines is known' : 'no run of it has been answered yet'
    return `whose cost is not known: ${why}${limit}`
  }
  const expected = Math.min((costMicros / answered) * checks, most ?? Number.POSITIVE_INFINITY)
  const about = costUnknown ? 'at least' : 'about'
  const why = costUnknown ? `, of which ${pluralize(costUnknown, 'answer')} had no known cost` : ''
  return `${about} US$ ${dollars(expected)} by its last run${why}${limit}`
}

const dollars = (micros: number): string => (micros / MICROS).toFixed(2)
