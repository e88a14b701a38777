import * as z from 'zod'
import type { CheckWrite, CitationRunRow, RunProgress } from '../../../../db/citations/run-rows.ts'
import { ADAPTERS, CITATION_ENGINES } from '../../../domain/citations/engines.ts'

/** An engine of a run, with the counts of its checks by outcome. */
export const RunEngine = z.object({
  engine: z.enum(CITATION_ENGINES),
  adapter: z.enum(ADAPTERS),
  access: z.enum(['api', 'serp']).describe('An API answers otherwise than the app that people use'),
  model: z.string(),
  setup: z
    .string()
    .describe('What besides the model makes the measurement, such as the tool for searches'),
  done: z.int().default(0),
  answered: z.int().default(0),
  cited: z.int().default(0),
  mentioned: z.int().default(0),
  failed: z.int().default(0),
  skipped: z.int().default(0),
  costMicros: z.int().nullable().default(null).describe('null where no price is known'),
  costUnknown: z
    .int()
    .default(0)
    .describe('Answers whose cost is not known: costMicros leaves them out'),
  errors: z
    .record(z.string(), z.int())
    .default({})
    .describe('Checks that failed or were skipped, by why'),
})
export type RunEngine = z.output<typeof RunEngine>

/**
 * The codes of the warnings of a run for its owner, each stored with the number of checks, engines, queries or answers
 * that it is about.
 */
export type RunWarning =
  /** Checks for which there were no credits. */
  | 'CREDIT_LIMIT'
  /** Checks beyond those that the schedule allows this month. */
  | 'MONTH_LIMIT'
  /** Engines beyond those that the plan allows. */
  | 'ENGINE_LIMIT'
  /** Queries beyond those that the plan allows. */
  | 'QUERY_LIMIT'
  /** Checks that were skipped since the run had cost as much as it may. */
  | 'COST_LIMIT'
  /** Checks that were skipped since the run had taken as long as it may. */
  | 'TIME_LIMIT'
  /** Checks that were skipped after an engine failed several times in a row. */
  | 'ENGINE_DOWN'
  /** Checks that were skipped since the engine is no longer set up as it was when the run began. */
  | 'ENGINE_CHANGED'
  /** Answers whose price is not known. */
  | 'COST_UNKNOWN'

/** The code of the warning for each reason for which checks are skipped. */
const SKIP_WARNINGS: Readonly<Record<string, RunWarning>> = {
  engine_down: 'ENGINE_DOWN',
  engine_changed: 'ENGINE_CHANGED',
  cost_limit: 'COST_LIMIT',
  time_limit: 'TIME_LIMIT',
}

type Warnings = Partial<Record<RunWarning, number>>

/**
 * The counts of a run by engine, and its warnings. They are stored with the run, so that a run that is taken up again
 * goes on counting.
 */
export interface RunTally {
  engines: RunEngine[]
  warnings: Warnings
}

const RunEngines = z.array(RunEngine)
const StoredWarnings = z.record(z.string(), z.int())

export const readRunTally = ({
  engines,
  warnings,
}: Pick<CitationRunRow, 'engines' | 'warnings'>): RunTally => ({
  engines: RunEngines.parse(JSON.parse(engines)),
  warnings: StoredWarnings.parse(JSON.parse(warnings)),
})

/**
 * Reads from the column `engines` of a run the setup of an engine: the parts of its requests that, besides the model,
 * define the measurement. Null for another engine.
 */
export const setupIn = (engines: string, engine: string): string | null =>
  RunEngines.parse(JSON.parse(engines)).find((one) => one.engine === engine)?.setup ?? null

export function addRunWarning({ warnings }: RunTally, code: RunWarning, count: number): void {
  if (count > 0) warnings[code] = (warnings[code] ?? 0) + count
}

/** Adds a check that is about to be stored to the counts of its engine. */
export function countCheck(tally: RunTally, { check }: CheckWrite): void {
  const engine = tally.engines.find((one) => one.engine === check.engine)
  if (!engine) return
  engine.done += 1
  if (check.state === 'error') countFailure(engine, 'failed', check)
  else if (check.state === 'skipped') {
    countFailure(engine, 'skipped', check)
    const warning = SKIP_WARNINGS[check.error_code ?? '']
    if (warning) addRunWarning(tally, warning, 1)
  } else {
    countAnswer(engine, check)
    if (check.cost_micros === null) {
      engine.costUnknown += 1
      addRunWarning(tally, 'COST_UNKNOWN', 1)
    }
  }
}

function countFailure(
  engine: RunEngine,
  as: 'failed' | 'skipped',
  { error_code: code }: CheckWrite['check'],
): void {
  engine[as] += 1
  if (code !== null) engine.errors[code] = (engine.errors[code] ?? 0) + 1
}

function countAnswer(engine: RunEngine, check: CheckWrite['check']): void {
  if (check.state === 'ok') {
    engine.answered += 1
    engine.cited += check.is_cited
    engine.mentioned += check.is_mentioned ?? 0
  }
  if (check.cost_micros !== null) engine.costMicros = (engine.costMicros ?? 0) + check.cost_micros
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, n) => all + n, 0)

/** Sums the known costs of a run; null where no cost is known. */
export function costOf({ engines }: RunTally): number | null {
  const known = engines.flatMap(({ costMicros }) => costMicros ?? [])
  return known.length === 0 ? null : sum(known)
}

/** Counts the answers of a run that are charged: all that an engine gave, with any content. */
export const chargedOf = ({ engines }: RunTally): number =>
  responsesOf({ engines: engines.filter(({ engine }) => engine !== 'fake') })

/** Counts the checks that an engine has answered, with any content. */
export const responsesOf = ({ engines }: Pick<RunTally, 'engines'>): number =>
  sum(engines.map(({ done, failed, skipped }) => done - failed - skipped))

export const progressOf = (tally: RunTally): RunProgress => ({
  engines: JSON.stringify(tally.engines),
  done: sum(tally.engines.map(({ done }) => done)),
  answered: sum(tally.engines.map(({ answered }) => answered)),
  cited: sum(tally.engines.map(({ cited }) => cited)),
  mentioned: sum(tally.engines.map(({ mentioned }) => mentioned)),
  failed: sum(tally.engines.map(({ failed }) => failed)),
  skipped: sum(tally.engines.map(({ skipped }) => skipped)),
  cost_micros: costOf(tally),
  warnings: JSON.stringify(tally.warnings),
})
