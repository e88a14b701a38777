import * as z from 'zod'
import type { CitationRunRow } from '../../../../db/citations/run-rows.ts'
import type { Job } from '../../../../db/jobs/job-store.ts'
import type { Trx } from '../../../../db/tables/schema.ts'
import type { TenantDb } from '../../../../db/tenant/tenant-db.ts'
import type { AskableEngine } from '../../../domain/citations/ask-engine.ts'
import type { Brand } from '../../../domain/citations/brand.ts'
import {
  planChecks,
  PLACES_OF_A_RUN,
  type PlannedCheck,
} from '../../../domain/citations/run-plan.ts'
import type { answerReader } from '../../../domain/citations/answer-reader.ts'
import type { AppContext } from '../../../kernel/door/app-context.ts'
import { readingSubjectOf } from '../../../kernel/names/named-site.ts'
import { Cancellation } from '../../../queue/cancellation.ts'
import type { RunningJob } from '../../../queue/job-handler.ts'
import { askEngines, type EngineWork } from './ask-engines.ts'
import type { Patience } from './ask-patiently.ts'
import { CheckWriter } from './check-writer.ts'
import type { EngineGates } from './engine-gate.ts'
import type { FoundRun } from './found-run.ts'
import { cutShort, endOf, endRun, type RunEnd } from './end-run.ts'
import { hasEnded, queriesOf, readOptions } from './run.ts'
import { progressOf, readRunTally, type RunEngine, type RunTally } from './run-tally.ts'

const Payload = z.object({ orgId: z.string(), runId: z.string() })

export interface RunParts {
  app: AppContext
  /**
   * Returns the engines that an organization can ask; `fake` is the site that answers of the fake engine speak of, and
   * their seed.
   */
  askable: (
    db: TenantDb,
    fake: { seed: string; hosts: readonly string[]; brand: Brand },
  ) => Promise<AskableEngine[]>
  readerFor: typeof answerReader
  patience: Patience
  gates: EngineGates
  /** True where the event of a run also counts the answers of the fake engine. */
  tellsOfFake: boolean
}

async function find({ app }: RunParts, job: Job): Promise<FoundRun | undefined> {
  const { orgId, runId } = Payload.parse(JSON.parse(job.payload))
  const db = app.tenant(orgId)
  const found = await db.citationRuns.find(runId)
  return found && !hasEnded(found.row) ? { db, ...found } : undefined
}

/** Asks the checks of a run that are not stored yet, and ends the run. */
export async function runCitations(parts: RunParts, running: RunningJob): Promise<void> {
  const found = await find(parts, running.job)
  if (!found) return // it was deleted with its site, or ended by an attempt that died before its job ended
  const { app } = parts
  const { site, row } = found
  const isOurs = await site.citationRuns.update(row.num, {
    state: 'running',
    attempts: row.attempts + 1,
    ...(row.started_at === null && { started_at: app.now() }),
  })
  if (!isOurs) return // the run was canceled a moment ago
  app.signals.changed(row.id)
  const tally = readRunTally(row)
  const end = await askUnlessCanceled(parts, running, found, tally)
  await endRun(parts, found, end, tally, (trx) => running.complete(trx))
}

/** Asks the checks that a run has left. A run that is canceled meanwhile ends with the checks that are stored. */
async function askUnlessCanceled(
  parts: RunParts,
  running: RunningJob,
  found: FoundRun,
  tally: RunTally,
): Promise<RunEnd> {
  const { citationRuns } = found.site
  const { id, num } = found.row
  const work = { id, isCanceled: () => citationRuns.isCanceled(num) }
  await using cancellation = new Cancellation(parts.app, work, running.signal)
  try {
    await askRest(parts, { ...running, signal: cancellation.signal }, found, tally)
    return (await citationRuns.isCanceled(num)) ? CANCELED : endOf(tally)
  } catch (error) {
    if (cancellation.isCause) return CANCELED
    throw error
  }
}

const CANCELED: RunEnd = { state: 'canceled', error: null }

async function askRest(
  parts: RunParts,
  { job, signal, progressed }: RunningJob,
  { db, site, row }: FoundRun,
  tally: RunTally,
): Promise<void> {
  const { app, patience, gates } = parts
  const held = site.citationRuns.heldBy(job)
  const writer = new CheckWriter(tally, async (writes) => {
    await held.store(row.num, writes, progressOf(tally))
    app.signals.changed(row.id)
    await progressed()
  })
  const subject = readingSubjectOf(site.row)
  const queries = await site.citationRuns.queries(queriesOf(row))
  const run = {
    id: row.id,
    num: row.num,
    orgId: db.orgId,
    startedAt: row.started_at ?? app.now(),
    maxCostMicros: readOptions(row.options).maxCostMicros,
  }
  await askEngines(
    {
      app,
      patience,
      gates,
      read: parts.readerFor(subject),
      writer,
      run,
      queries: new Map(queries.map((query) => [query.num, query])),
      tally,
      signal,
    },
    await worksOf(parts, { db, site, row }, tally, { seed: row.id, ...subject }),
  )
}

/** Lists the checks that a run has left for each of its engines. */
async function worksOf(
  { askable }: RunParts,
  { db, site, row }: FoundRun,
  { engines }: RunTally,
  fake: Parameters<RunParts['askable']>[1],
): Promise<EngineWork[]> {
  const stored = await site.citationChecks.storedOf(row.num)
  const rest = planOf(row, engines).filter(
    ({ place }) => !stored.has(row.num * PLACES_OF_A_RUN + place),
  )
  const known = await askable(db, fake)
  return engines.map((told) => ({
    told,
    engine: known.find((one) => isSame(one, told)),
    checks: rest.filter(({ engine }) => engine === told.engine),
  }))
}

/** Returns the checks of a run, which are the same in the same order each time. */
function planOf(row: CitationRunRow, engines: readonly RunEngine[]): PlannedCheck[] {
  const { only, replicas } = readOptions(row.options)
  const plan = planChecks({
    engines: engines.map(({ engine }) => engine),
    queries: queriesOf(row),
    only: new Map(Object.entries(only).map(([num, own]) => [Number(num), own])),
    replicas,
  })
  return plan.slice(0, row.planned)
}

/**
 * True where an engine has the model and setup with which the run began; with others it would be another measurement.
 */
const isSame = (one: AskableEngine, told: RunEngine): boolean =>
  one.engine === told.engine &&
  one.adapter === told.adapter &&
  one.model === told.model &&
  one.setup === told.setup

/** Ends a run whose job was given up after errors, with the checks that are stored. */
export async function buryRun(
  parts: RunParts,
  job: Job,
  setAside: (trx: Trx) => Promise<void>,
): Promise<void> {
  const found = await find(parts, job)
  if (!found) return
  const tally = readRunTally(found.row)
  await endRun(parts, found, cutShort(tally), tally, setAside)
}
