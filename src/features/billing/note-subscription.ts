import type { PaidSubscriptionRow } from '../../../db/tenant/tenant-billing.ts'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import type { GatewayNews } from '../../kernel/ports/payment-gateway.ts'

/**
 * Stores what an event says of a subscription. Returns false, and leaves the subscription as it is, where the stored
 * event is as new or newer. A subscription that never had a plan of this service is not stored.
 */
export async function noteSubscription(
  trx: TenantDb,
  news: Extract<GatewayNews, { kind: 'subscription' }>,
  at: number,
): Promise<boolean> {
  const { customerId, subscription, rank } = news
  const known = await trx.billing.subscription(subscription.id)
  // A subscription to none of this service's plans is ignored, unless it had one of them before.
  const plan = subscription.plan ?? known?.plan
  if (plan === undefined) return true
  const isLive = subscription.status !== 'ended'
  const was_live = isLive || known?.was_live === 1 ? 1 : 0
  if (known && !isNewer({ at, rank }, known)) {
    if (was_live !== known.was_live) await trx.billing.saveSubscription({ ...known, was_live })
    return false
  }
  await trx.billing.saveSubscription({
    id: subscription.id,
    customer_id: customerId,
    plan,
    status: subscription.status,
    cancels_at: subscription.cancelsAt,
    is_cancelled: subscription.isCancelled ? 1 : 0,
    was_live,
    period_start: subscription.periodStart,
    period_end: subscription.periodEnd,
    ended_at: subscription.endedAt,
    created_at: subscription.createdAt,
    told_at: at,
    told_rank: rank,
  })
  return true
}

/**
 * True where an event is newer than the one that the stored subscription is from; of the same second, where its rank is
 * higher. An ended subscription does not come back: a new one has another id.
 */
function isNewer(event: { at: number; rank: string }, known: PaidSubscriptionRow): boolean {
  if (event.at !== known.told_at) return event.at > known.told_at
  return event.rank > known.told_rank
}
