import type { SiteRow } from '../../../db/site-row.ts'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import type { AppContext } from '../../kernel/door/app-context.ts'
import type { Plan } from '../../kernel/plan/plans.ts'
import {
  changedCitationSchedule,
  citationRoundJob,
  type CitationScheduleInput,
} from '../citations/face.ts'

type Columns = Pick<SiteRow, 'citation_schedule' | 'next_citation_run_at'>

/**
 * Returns the columns of the citation schedule after it changed, or after the time zone in which it counts changed;
 * undefined without such a change.
 */
export function citationColumns(
  before: SiteRow,
  {
    citations,
    timezone,
  }: { citations?: CitationScheduleInput | undefined; timezone?: string | undefined },
  by: { plan: Plan; nowMs: number },
): Columns | undefined {
  const isMoved = timezone !== undefined && before.citation_schedule !== null
  if (!citations && !isMoved) return undefined
  return changedCitationSchedule(before, { citations: citations ?? {}, timezone }, by)
}

/**
 * Adds the job of the next citation round, in the transaction that stores the time of that round. A job whose time is
 * no longer the stored one ends without effect.
 */
export async function enqueueCitationRound(
  app: AppContext,
  trx: TenantDb,
  { id: siteId, next_citation_run_at: dueAt }: Pick<SiteRow, 'id' | 'next_citation_run_at'>,
): Promise<void> {
  if (dueAt === null) return
  const job = citationRoundJob(app.newId('job'), { orgId: trx.orgId, siteId, dueAt })
  await trx.jobs.enqueue([job], app.now())
}
