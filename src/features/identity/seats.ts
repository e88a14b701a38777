import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { pluralize } from '../../lib/text/pluralize.ts'
import { ServiceError } from '../../kernel/door/errors.ts'
import { PLAN_LIMITS, type Plan } from '../../kernel/plan/plans.ts'

/** Counts the seats that are taken: those of members, and of people who are invited. */
export async function countSeats(db: TenantDb, nowMs: number): Promise<number> {
  const [members, invited] = await Promise.all([
    db.members.count(),
    db.invitations.countPending(nowMs),
  ])
  return members + invited
}

/** Makes the error that refuses one more seat on a plan. */
export function noSeat(plan: Plan): ServiceError {
  return new ServiceError(
    'LIMIT_REACHED',
    `The plan ${plan} has ${pluralize(PLAN_LIMITS[plan].maxSeats, 'seat')}, and all are taken by members and invitations`,
  )
}
