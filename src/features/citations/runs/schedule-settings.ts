import * as z from 'zod'
import type { SiteRow } from '../../../../db/site-row.ts'
import { CITATION_ENGINES } from '../../../domain/citations/engines.ts'
import {
  nextRunAt,
  RUN_SCHEDULES,
  type RunSchedule,
} from '../../../domain/citations/run-schedule.ts'
import { invalidField, ServiceError } from '../../../kernel/door/errors.ts'
import { PLAN_LIMITS, type Plan } from '../../../kernel/plan/plans.ts'
import { readEngineNames } from './choose-engines.ts'
import { assertEngines } from './run-limits.ts'
import { EngineNames, MaxCostMicros, Replicas } from './run.ts'

const Hour = z.int().min(0).max(23)
const Weekday = z.int().min(1).max(7)
const MaxChecks = z.int().min(1).max(10_000_000)

/** The changes of the Citation Monitor's schedule; a field that is left out stays. */
export const CitationScheduleInput = z
  .strictObject({
    schedule: z
      .enum(RUN_SCHEDULES)
      .optional()
      .describe('How often engines are asked by themselves'),
    hour: Hour.optional().describe('Of the day of the site, from 0 to 23'),
    weekday: Weekday.optional().describe('Of a weekly schedule, from 1, a Monday, to 7'),
    engines: EngineNames.nullable()
      .optional()
      .describe('Names of engines; null for every one that is configured'),
    replicas: Replicas.optional(),
    maxCostMicros: MaxCostMicros.nullable().optional(),
    maxChecksPerMonth: MaxChecks.nullable()
      .optional()
      .describe('Checks of a month of the site, by whatever run; a round takes what is left'),
  })
  .describe('When engines are asked by themselves')
export type CitationScheduleInput = z.output<typeof CitationScheduleInput>

/** The schedule of the Citation Monitor of a site. */
export const CitationSchedule = z.object({
  schedule: z.enum(RUN_SCHEDULES).default('off'),
  hour: Hour.default(6),
  weekday: Weekday.default(1),
  engines: z.array(z.enum(CITATION_ENGINES)).nullable().default(null),
  replicas: Replicas.default(1),
  maxCostMicros: z.int().nullable().default(null),
  maxChecksPerMonth: z.int().nullable().default(null),
})
export type CitationSchedule = z.output<typeof CitationSchedule>

export const citationScheduleOf = (row: Pick<SiteRow, 'citation_schedule'>): CitationSchedule =>
  CitationSchedule.parse(row.citation_schedule === null ? {} : JSON.parse(row.citation_schedule))

type ScheduleColumns = Pick<SiteRow, 'citation_schedule' | 'next_citation_run_at'>

/**
 * Returns the columns of a changed schedule. Throws LIMIT_REACHED where the plan does not allow it, and
 * VALIDATION_FAILED for an unknown engine and for a schedule whose costs have no bound.
 */
export function changedCitationSchedule(
  before: ScheduleColumns & Pick<SiteRow, 'id' | 'timezone'>,
  {
    citations,
    timezone = before.timezone,
  }: { citations: CitationScheduleInput; timezone?: string | undefined },
  { plan, nowMs }: { plan: Plan; nowMs: number },
): ScheduleColumns {
  const stored = citationScheduleOf(before)
  const { engines: names, ...plain } = citations
  const engines = names && readEngineNames(names, 'citations.engines')
  const changed = { ...plain, ...(engines !== undefined && { engines }) }
  const next = CitationSchedule.parse({ ...stored, ...changed })
  if (next.schedule !== stored.schedule) assertRhythm(next.schedule, plan)
  if (engines) assertEngines(engines, plan, 'citations.engines')
  // A change of the site's zone alone does not change what the schedule costs.
  if (Object.keys(changed).length > 0) assertBounded(next, plan)
  const isSame =
    timezone === before.timezone &&
    next.schedule === stored.schedule &&
    next.hour === stored.hour &&
    next.weekday === stored.weekday
  return {
    citation_schedule: JSON.stringify(next),
    next_citation_run_at: isSame
      ? before.next_citation_run_at
      : nextRunAt(before.id, next, { zone: timezone, nowMs }),
  }
}

/** Returns the wanted rhythm, or a slower one that the plan allows in its place. */
export const allowedRhythm = (wanted: RunSchedule, plan: Plan): RunSchedule =>
  wanted === 'daily' && PLAN_LIMITS[plan].citationRunsPerDay < 1 ? 'weekly' : wanted

function assertRhythm(wanted: RunSchedule, plan: Plan): void {
  if (allowedRhythm(wanted, plan) === wanted) return
  const message = `The plan ${plan} asks engines once a week at most; weekly is possible`
  throw new ServiceError('LIMIT_REACHED', message, {
    fields: [{ path: 'citations.schedule', code: 'plan_limit', message }],
  })
}

/**
 * True where the costs of a schedule have a bound: credits, a limit of its own, or no engine that is paid. A limit of
 * costs bounds only engines whose price is known.
 */
export function isCostBounded(
  { schedule, engines, maxCostMicros, maxChecksPerMonth }: CitationSchedule,
  plan: Plan,
  isPriced = true,
): boolean {
  if (schedule === 'off' || Number.isFinite(PLAN_LIMITS[plan].monthlyCredits)) return true
  const isFree = engines?.every((engine) => engine === 'fake') ?? false
  return isFree || (isPriced && maxCostMicros !== null) || maxChecksPerMonth !== null
}

function assertBounded(settings: CitationSchedule, plan: Plan): void {
  if (isCostBounded(settings, plan)) return
  throw invalidField(
    'citations.maxCostMicros',
    'required',
    'No credits bound what this schedule costs: give it maxCostMicros, of each run, or maxChecksPerMonth',
  )
}
