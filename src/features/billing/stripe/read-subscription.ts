import type { GatewayNews, GatewaySubscription } from '../../../kernel/ports/payment-gateway.ts'
import { widestPlan, type PlanByPrice } from './plan-by-price.ts'
import type { Subscription } from './wire-format.ts'

type Status = GatewaySubscription['status']

/** Our words for Stripe's; one that is `incomplete` has not begun, and an `incomplete_expired` one never did. */
const STATUSES: Readonly<Record<string, Status>> = {
  trialing: 'trialing',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'paused',
  paused: 'paused',
  canceled: 'ended',
}

/** The order of events of one second: what came later in a life counts, and of two in doubt the one that grants more. */
const LATER: readonly Status[] = ['paused', 'past_due', 'trialing', 'active', 'ended']

/** Reads what an event tells of a subscription; undefined where it has not begun. */
export function subscriptionNews(
  subscription: Subscription,
  plans: PlanByPrice,
  { id, type }: { id: string; type: string },
): GatewayNews | undefined {
  const { customer, metadata } = subscription
  const status = type.endsWith('.deleted') ? 'ended' : STATUSES[subscription.status]
  if (status === undefined || customer === null) return undefined
  const isFirst = type.endsWith('.created')
  return {
    kind: 'subscription',
    customerId: customer,
    orgId: metadata.orgId,
    subscription: subscriptionOf(subscription, plans, status),
    rank: `${isFirst ? 0 : 1}${LATER.indexOf(status)} ${id}`,
  }
}

function subscriptionOf(
  subscription: Subscription,
  plans: PlanByPrice,
  status: Status,
): GatewaySubscription {
  const { items, trial_end: trialEnd } = subscription
  const periodEnd =
    subscription.current_period_end ?? latest(items.data.map((item) => item.current_period_end))
  const end = status === 'trialing' ? (trialEnd ?? periodEnd) : periodEnd
  return {
    id: subscription.id,
    plan: widestPlan(
      items.data.map(({ price }) => price?.id),
      plans,
    ),
    status,
    cancelsAt: subscription.cancel_at ?? (subscription.cancel_at_period_end ? end : null),
    isCancelled: subscription.cancellation_details?.reason !== 'payment_failed',
    periodStart:
      subscription.current_period_start ??
      latest(items.data.map((item) => item.current_period_start)),
    periodEnd: end,
    endedAt: subscription.ended_at,
    createdAt: subscription.created,
  }
}

const latest = (moments: readonly (number | null)[]): number | null =>
  moments.reduce((a, b) => (a === null || (b !== null && b > a) ? b : a), null)
