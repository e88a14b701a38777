import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { ServiceError } from '../../kernel/door/errors.ts'
import { planRequired } from '../../kernel/plan/plan-required.ts'
import { PLAN_LIMITS, type Plan } from '../../kernel/plan/plans.ts'
import { pluralize } from '../../lib/text/pluralize.ts'

/** Throws PLAN_REQUIRED on a plan without webhooks. */
export function assertPlanHasWebhooks(plan: Plan): void {
  if (PLAN_LIMITS[plan].maxWebhooks > 0) return
  throw planRequired('Webhooks', ({ maxWebhooks }) => maxWebhooks > 0)
}

/** Throws LIMIT_REACHED where the plan takes no subscription more; call it in the transaction that adds one. */
export async function assertRoomForWebhook(db: TenantDb, plan: Plan): Promise<void> {
  const { maxWebhooks } = PLAN_LIMITS[plan]
  const count = await db.webhooks.count()
  if (count < maxWebhooks) return
  throw new ServiceError(
    'LIMIT_REACHED',
    `The plan ${plan} has at most ${pluralize(maxWebhooks, 'webhook subscription')}, and there are ${count}; delete one`,
  )
}
