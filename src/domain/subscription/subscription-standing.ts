import { DAY_MS } from '../../lib/time/clock.ts'
import type { PlanEvent } from './plan-state.ts'

/**
 * The time that a trial goes on after its end, in milliseconds: the gateway reports the next state, and repeats that
 * for three days.
 */
const TRIAL_SLACK_MS = 3 * DAY_MS

/** The report of one event on the payments for a subscription, and its time. */
export interface PaymentNote {
  /** The report: `good` and `due` are of the subscription, `paid` and `failed` of an invoice that renews it. */
  note: string
  at: number
}

/** A subscription as the newest of its events reported it. */
export interface ToldSubscription {
  plan: string
  status: string
  cancelsAt: number | null
  isCancelled: boolean
  periodEnd: number | null
  endedAt: number | null
  toldAt: number
  /** The time since when a payment is missing, as far as earlier events reported it, epoch ms; null for none. */
  pastDueSince: number | null
}

/**
 * Returns since when a payment is missing; null where none is missing. Subscriptions and invoices report it in events
 * of their own, in any order: the newest counts, and the first failure after the last payment is the beginning.
 */
export function pastDueSince(
  { status, toldAt, pastDueSince: known }: ToldSubscription,
  notes: readonly PaymentNote[],
): number | null {
  const last = (wanted: string): number =>
    Math.max(-1, ...notes.flatMap(({ note, at }) => (note === wanted ? [at] : [])))
  const [paid, failed] = [last('paid'), last('failed')]
  const isDue =
    status === 'past_due'
      ? paid <= toldAt || paid < failed
      : status === 'active' && failed > toldAt && failed > paid
  if (!isDue) return null
  const good = Math.max(last('good'), paid)
  const bad = [
    ...notes.flatMap(({ note, at }) => (note === 'due' || note === 'failed' ? [at] : [])),
    ...(known === null ? [] : [known]),
  ]
  return Math.min(Math.max(toldAt, failed), ...bad.filter((at) => at > good))
}

/** Lists the events that lead a plan, by its machine, into the state in which a subscription was reported. */
export function planEventsOf(told: ToldSubscription, missingSince: number | null): PlanEvent[] {
  const { plan, cancelsAt, isCancelled } = told
  const isTrial = told.status === 'trialing' && told.periodEnd !== null
  const trialEnd = isTrial ? (told.periodEnd ?? 0) + TRIAL_SLACK_MS : null
  const begun: PlanEvent = { kind: 'subscribed', plan, trialEnd }
  if (told.status === 'ended') {
    const at = told.endedAt ?? told.toldAt
    const cancelled: PlanEvent[] = isCancelled ? [{ kind: 'cancelled', until: at }] : []
    return [begun, ...cancelled, { kind: 'ended', at }]
  }
  if (told.status === 'paused') return [begun, { kind: 'paused' }]
  return [
    begun,
    ...(missingSince === null ? [] : [{ kind: 'unpaid', since: missingSince } as const]),
    ...(cancelsAt === null ? [] : [{ kind: 'cancelled', until: cancelsAt } as const]),
  ]
}
