import type { TenantDb } from '../../../../db/tenant/tenant-db.ts'
import type { AppContext } from '../../../kernel/door/app-context.ts'
import { reserveCredits, settleCredits } from '../../../kernel/plan/credits.ts'
import type { Actor } from '../../../kernel/door/principal.ts'
import { chargedOf, type RunTally } from './run-tally.ts'

/** The actor of charges for runs, which end without a person. */
const ENDING: Actor = { type: 'system', id: 'citations' }

const workOf = (id: string) =>
  ({ ref: { type: 'citation_check', id }, reason: 'citation_check' }) as const

/**
 * Reserves one credit for each check of a run, as far as there are credits. Returns the number of checks with a credit,
 * and the credits that are reserved: 0 where the plan has no limit. The reservation lasts until the run ends.
 */
export async function reserveRun(
  app: AppContext,
  trx: TenantDb,
  { id, checks, actor }: { id: string; checks: number; actor: Actor },
): Promise<{ affordable: number; reserved: number }> {
  if (checks === 0) return { affordable: 0, reserved: 0 }
  const work = workOf(id)
  const affordable = await reserveCredits(app, trx, {
    ...work,
    actor,
    wanted: checks,
    lapsesAt: null,
  })
  return { affordable, reserved: await trx.credits.reservedFor(work.ref) }
}

/**
 * Charges a run one credit for each answer that it got, in the transaction of its end; returns the charged credits.
 * With a key of the organization's own the vendor is paid by that key, and the credits are for the work of asking and
 * reading.
 */
export const settleRun = (
  app: AppContext,
  trx: TenantDb,
  { id, tally }: { id: string; tally: RunTally },
): Promise<number> =>
  settleCredits(app, trx, { ...workOf(id), actor: ENDING, cost: chargedOf(tally) })
