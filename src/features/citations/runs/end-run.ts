import type { SiteDb } from '../../../../db/site-db.ts'
import type { Trx } from '../../../../db/tables/schema.ts'
import type { AppContext } from '../../../kernel/door/app-context.ts'
import { domainEvent } from '../../../kernel/door/domain-events.ts'
import { findSilent, type Silence } from './find-silent.ts'
import type { FoundRun } from './found-run.ts'
import { hasEnded, queriesOf, type RunError, type RunState } from './run.ts'
import { settleRun } from './run-credits.ts'
import { progressOf, readRunTally, responsesOf, type RunTally } from './run-tally.ts'

/** The state in which a run ends, and the error where it failed or was cut short. */
export interface RunEnd {
  state: Exclude<RunState, 'queued' | 'running'>
  error: RunError | null
}

/**
 * Returns the end of a run whose job was given up after errors: `partial` where any engine answered, otherwise
 * `failed`.
 */
export const cutShort = (tally: RunTally): RunEnd => ({
  state: responsesOf(tally) === 0 ? 'failed' : 'partial',
  error: {
    code: 'INTERNAL',
    message: 'The run was ended by an error of this service; what was stored stays',
    retryable: true,
  },
})

/**
 * Returns the end of a run of which every check is stored: `failed` without any answer, `partial` where checks failed
 * or were skipped, otherwise `succeeded`. An empty text counts as an answer.
 */
export function endOf(tally: RunTally): RunEnd {
  const { failed, skipped } = progressOf(tally)
  const error = responsesOf(tally) === 0 ? failureOf(tally) : null
  if (error) return { state: 'failed', error }
  return { state: failed + skipped > 0 ? 'partial' : 'succeeded', error: null }
}

/** The codes of errors that would come again if the run were repeated. */
const LASTING: ReadonlySet<string> = new Set(['unauthorized', 'invalid_request', 'blocked_address'])

/** Makes the error of a run without answers, with the most frequent reason of its checks. */
function failureOf({ engines }: RunTally): RunError {
  const reasons = engines.flatMap(({ engine, errors }) =>
    Object.entries(errors).map(([code, count]) => ({ engine, code, count })),
  )
  const [first] = reasons.toSorted((a, b) => b.count - a.count)
  return {
    code: 'NO_ANSWERS',
    message: first ? `No engine answered; ${whyOf(first)}` : 'No engine answered',
    retryable: !first || !LASTING.has(first.code),
  }
}

function whyOf({ engine, code }: { engine: string; code: string }): string {
  if (code !== 'engine_changed') return `${engine} says most often: ${code}`
  return (
    `${engine} is set up otherwise where the run was made than where it was asked for (engine_changed): its key, model or tool was ` +
    'changed meanwhile, or another process on the same data took the run, such as a server beside the command line. Give all of them the same settings, and start the run again'
  )
}

interface EndParts {
  app: AppContext
  tellsOfFake: boolean
}

/**
 * Ends a run and its job, charges it, emits its event and stores what it showed of its queries, in one transaction. A
 * run that had ended before is not changed.
 */
export async function endRun(
  { app, tellsOfFake }: EndParts,
  { db, site: before, row }: FoundRun,
  end: RunEnd,
  tally: RunTally,
  endJob: (trx: Trx) => Promise<void>,
): Promise<void> {
  const silence = row.is_fake === 1 ? undefined : await findSilent(before, row, tally)
  await db.transaction(async (trx) => {
    const found = await trx.citationRuns.find(row.id)
    if (found && !hasEnded(found.row)) {
      const { site } = found
      // The counts in the row are those of the checks that are stored.
      const stored = readRunTally(found.row)
      const isFree = row.is_fake === 1
      const creditsSpent = isFree ? 0 : await settleRun(app, trx, { id: row.id, tally: stored })
      const error = end.error && JSON.stringify(end.error)
      const ending = { state: end.state, error, creditsSpent, at: app.now() }
      await site.citationRuns.finish(row.num, ending)
      if (responsesOf(stored) > 0) await noteQueries(site, queriesOf(row), silence, app.now())
      const told = stored.engines.filter(({ engine }) => tellsOfFake || engine !== 'fake')
      const payload = detectedBy(row.site_id, { ...stored, engines: told })
      if (payload) await trx.emit(domainEvent(app, { event: 'citation.detected', payload }), site)
    }
    await trx.jobs.end(endJob)
  })
  const line = { runId: row.id, siteId: row.site_id, state: end.state }
  if (end.error) app.log.warn({ ...line, code: end.error.code }, 'citation run failed')
  else app.log.info(line, 'citation run ended')
  app.signals.changed(row.id)
}

async function noteQueries(
  { citationQueries }: SiteDb,
  nums: readonly number[],
  silence: Silence | undefined,
  at: number,
): Promise<void> {
  await citationQueries.touch(nums, at)
  if (!silence) return
  await citationQueries.markSilent(silence.silent, true)
  await citationQueries.markSilent(silence.heard, false)
}

/** Makes the payload of the event that citations were found; undefined where no answer cited the site. */
function detectedBy(siteId: string, tally: RunTally) {
  const { cited, answered: total } = progressOf(tally)
  if (cited === 0) return undefined
  const engines = tally.engines.filter((one) => one.cited > 0).map(({ engine }) => engine)
  return { siteId, cited, total, engines: engines.toSorted() }
}
