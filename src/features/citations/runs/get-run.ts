import * as z from 'zod'
import type { CitationRunRow } from '../../../../db/citations/run-rows.ts'
import type { TenantDb } from '../../../../db/tenant/tenant-db.ts'
import { notFound } from '../../../kernel/door/errors.ts'
import { PathId } from '../../../kernel/door/inputs.ts'
import { defineOperation } from '../../../kernel/door/operation.ts'
import { watchWork } from '../../../queue/watch-work.ts'
import { CitationRun, hasEnded, toCitationRun } from './run.ts'

/**
 * The names of the events of the stream. No event is called `error`, since a browser's EventSource has an event of its
 * own with that name.
 */
const EVENTS = {
  progress: 'the run has changed; at most four a second',
  done: 'the end: it succeeded, in whole or in part',
  failed: 'the end: no engine answered',
  canceled: 'the end: it was canceled',
} as const

const Input = z.strictObject({ siteId: PathId.describe('Site id'), runId: PathId })
type Input = z.output<typeof Input>

/**
 * GET /citations/:siteId/runs/:runId: returns the present state of a run, or streams its progress as server-sent
 * events.
 */
export const getRun = defineOperation({
  name: 'citations.getRun',
  summary: 'Progress of a run of the Citation Monitor',
  access: { by: 'scope', anyOf: ['citations:read'] },
  http: { method: 'get', path: '/citations/:siteId/runs/:runId', events: EVENTS },
  input: Input,
  output: CitationRun,
  async handler({ db }, input) {
    return toCitationRun(await existingRun(db, input))
  },
  async watch({ app, db }, input, options) {
    const row = await existingRun(db, input)
    const work = { id: row.id, find: () => findRun(db, input), hasEnded, toEvent }
    return watchWork<CitationRunRow>(app, work, row, options)
  },
})

async function findRun(db: TenantDb, { siteId, runId }: Input) {
  return (await db.sites.find(siteId))?.citationRuns.find(runId)
}

/** Finds a run of the site. Throws NOT_FOUND. */
async function existingRun(db: TenantDb, input: Input): Promise<CitationRunRow> {
  const row = await findRun(db, input)
  if (!row) throw notFound('run')
  return row
}

const toEvent = (row: CitationRunRow) => ({
  event: eventOf(row),
  data: CitationRun.parse(toCitationRun(row)),
})

function eventOf(row: CitationRunRow): keyof typeof EVENTS {
  if (!hasEnded(row)) return 'progress'
  return row.state === 'failed' || row.state === 'canceled' ? row.state : 'done'
}
