import * as z from 'zod'
import type { CitationRunRow } from '../../../../db/citations/run-rows.ts'
import { CITATION_ENGINES, ENGINE_ADAPTERS } from '../../../domain/citations/engines.ts'
import { isoOrNull } from '../../../lib/time/clock.ts'
import { WORK_ORIGINS, type WorkOrigin } from '../../../queue/work-origin.ts'
import { RunEngine, readRunTally } from './run-tally.ts'

export const RUN_STATES = [
  'queued',
  'running',
  'succeeded',
  'partial',
  'failed',
  'canceled',
] as const
export type RunState = (typeof RUN_STATES)[number]

export const EngineNames = z
  .array(z.string().min(1).max(64))
  .min(1)
  .max(12)
  .describe('Names of engines, such as ChatGPT; by default every one that is configured')

export const Replicas = z
  .int()
  .min(1)
  .max(5)
  .describe('How often each engine is asked each query; repeats of one run resemble each other')

export const MaxCostMicros = z
  .int()
  .min(1)
  .max(1_000_000_000_000)
  .describe('Millionths of a US dollar: once known costs reach it, the rest of a run is skipped')

const RunOptions = z.object({
  tags: z.array(z.string()).default([]).describe('Only queries with one of these'),
  replicas: Replicas.default(1),
  maxCostMicros: z.int().nullable().default(null),
})
export type RunOptions = z.output<typeof RunOptions>

/** The options of a run, as they are stored. */
const StoredOptions = RunOptions.extend({
  /** The names of engines by the number of the query, for queries that are not for all engines. */
  only: z.record(z.string(), z.array(z.enum(CITATION_ENGINES))).default({}),
})
export type StoredOptions = z.output<typeof StoredOptions>

export const readOptions = (text: string): StoredOptions => StoredOptions.parse(JSON.parse(text))

const RunError = z.object({ code: z.string(), message: z.string(), retryable: z.boolean() })
export type RunError = z.output<typeof RunError>

const Count = z.int()

export const CitationRun = z
  .object({
    id: z.string(),
    siteId: z.string(),
    trigger: z.enum(WORK_ORIGINS),
    state: z.enum(RUN_STATES),
    fake: z.boolean().describe('Every engine is the fake one, whose answers are invented'),
    engines: z.array(RunEngine.extend({ label: z.string() })),
    engineSet: z.string().describe('Runs of another one are another measurement'),
    basketRevision: z.int(),
    queries: z.int().describe('How many queries it is about'),
    options: RunOptions,
    progress: z.object({
      planned: Count.describe('Checks that it makes, as far as credits and limits go'),
      done: Count,
      answered: Count.describe('Checks with the state ok; the numbers count these alone'),
      cited: Count,
      mentioned: Count,
      failed: Count,
      skipped: Count,
      percent: Count,
    }),
    costMicros: z
      .int()
      .nullable()
      .describe('What is known of what vendors charge, in millionths of a US dollar'),
    costUnknown: z
      .int()
      .describe(
        'Answers whose cost is not known: with any, costMicros is the least of what is charged',
      ),
    warnings: z.array(z.object({ code: z.string(), count: z.int() })),
    creditsReserved: z.int().describe('0 where the plan has no limit, and for the fake engine'),
    creditsSpent: z.int().nullable().describe('null until it has ended'),
    error: RunError.nullable(),
    attempts: z.int(),
    queuedAt: z.string().nullable(),
    startedAt: z.string().nullable(),
    finishedAt: z.string().nullable(),
    requestedBy: z.object({ type: z.string(), id: z.string() }),
  })
  .meta({ id: 'CitationRun' })
export type CitationRun = z.output<typeof CitationRun>

export const hasEnded = ({ finished_at }: Pick<CitationRunRow, 'finished_at'>): boolean =>
  finished_at !== null

const NumberList = z.array(z.int())

/** Reads the numbers of the queries of a run, in the order in which they are asked. */
export const queriesOf = ({ queries }: Pick<CitationRunRow, 'queries'>): number[] =>
  NumberList.parse(JSON.parse(queries))

export function toCitationRun(row: CitationRunRow): z.input<typeof CitationRun> {
  const { planned, done, answered, cited, mentioned, failed, skipped } = row
  const { tags, replicas, maxCostMicros } = readOptions(row.options)
  const { engines, warnings } = readRunTally(row)
  // @NOTE the columns below are written by us alone, from the same lists; the schema checks them once more.
  return {
    id: row.id,
    siteId: row.site_id,
    trigger: row.origin as WorkOrigin,
    state: row.state as RunState,
    fake: row.is_fake === 1,
    engines: engines.map((engine) => ({ ...engine, label: ENGINE_ADAPTERS[engine.engine].label })),
    engineSet: row.engine_set,
    basketRevision: row.basket_revision,
    queries: queriesOf(row).length,
    options: { tags, replicas, maxCostMicros },
    progress: {
      planned,
      done,
      answered,
      cited,
      mentioned,
      failed,
      skipped,
      percent: hasEnded(row) ? 100 : Math.floor((99 * done) / Math.max(1, planned)),
    },
    costMicros: row.cost_micros,
    costUnknown: warnings.COST_UNKNOWN ?? 0,
    warnings: Object.entries(warnings).map(([code, count]) => ({ code, count })),
    creditsReserved: row.credits_reserved,
    creditsSpent: row.credits_spent,
    error: row.error === null ? null : RunError.parse(JSON.parse(row.error)),
    attempts: row.attempts,
    queuedAt: isoOrNull(row.queued_at),
    startedAt: isoOrNull(row.started_at),
    finishedAt: isoOrNull(row.finished_at),
    requestedBy: z.object({ type: z.string(), id: z.string() }).parse(JSON.parse(row.requested_by)),
  }
}
