import type { PaidSubscriptionRow } from '../../../db/tenant/tenant-billing.ts'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import {
  isGranted,
  type PlanEvent,
  type PlanState,
  settled,
  transition,
} from '../../domain/subscription/plan-state.ts'
import {
  pastDueSince,
  type PaymentNote,
  planEventsOf,
} from '../../domain/subscription/subscription-standing.ts'
import { changePlan } from '../../kernel/plan/change-plan.ts'
import { planOf, PLANS } from '../../kernel/plan/plans.ts'
import type { GatewayEventContext } from './note-ignored.ts'

/** Gives the organization the plan of its best subscription; without any subscription the plan stays as it is. */
export async function followSubscriptions(
  { app, gateway, requestId }: GatewayEventContext,
  trx: TenantDb,
): Promise<void> {
  const rows = await trx.billing.begunSubscriptions()
  const notes = await trx.billing.notes(rows.map(({ id }) => id))
  const standings = rows.map((row) => standingOf(row, notes, app.now()))
  for (const { row, missingSince } of standings) {
    if (missingSince !== row.past_due_since) {
      await trx.billing.setPastDueSince(row.id, missingSince)
    }
  }
  const [best] = standings.toSorted(byWorth)
  if (!best) return
  const { period_start, period_end } = best.row
  await changePlan(app, trx, best.events, {
    actor: { type: 'system', id: gateway.name },
    requestId,
    payment: { gateway: gateway.name, period_start, period_end },
  })
}

interface Standing {
  row: PaidSubscriptionRow
  missingSince: number | null
  events: PlanEvent[]
  state: PlanState
}

type BegunRow = PaidSubscriptionRow & { deleted_at: number | null }

function standingOf(
  row: BegunRow,
  allNotes: readonly (PaymentNote & { subscription_id: string | null })[],
  nowMs: number,
): Standing {
  const told = {
    plan: row.plan,
    // A subscription ends when its customer is deleted, even where its own status says otherwise.
    status: row.deleted_at === null ? row.status : 'ended',
    cancelsAt: row.cancels_at,
    isCancelled: row.deleted_at !== null || row.is_cancelled === 1,
    periodEnd: row.period_end,
    endedAt: row.ended_at ?? row.deleted_at,
    toldAt: row.told_at,
    pastDueSince: row.past_due_since,
  }
  const notes = allNotes.filter(({ subscription_id: id }) => id === row.id)
  const missingSince = pastDueSince(told, notes)
  const events = planEventsOf(told, missingSince)
  return { row, missingSince, events, state: settled(stateAfter(row.plan, events), nowMs) }
}

function stateAfter(plan: string, events: readonly PlanEvent[]): PlanState {
  const none: PlanState = { plan, status: 'expired', cancelled: false, until: null }
  return events.reduce((state, event) => {
    const next = transition(state, event)
    if ('refused' in next) throw new Error(`The machine refuses ${event.kind}: ${next.refused}`)
    return next.state
  }, none)
}

/**
 * Compares two subscriptions for sorting: one that grants a plan first, then the one to the widest plan, then the
 * newest. So a further payment for an organization cannot make its plan smaller.
 */
function byWorth(a: Standing, b: Standing): number {
  const granted = Number(isGranted(b.state)) - Number(isGranted(a.state))
  if (granted !== 0) return granted
  const isWider = isGranted(a.state) ? widthOf(b) - widthOf(a) : 0
  return isWider || b.row.created_at - a.row.created_at || (a.row.id < b.row.id ? 1 : -1)
}

const widthOf = ({ row }: Standing): number => PLANS.indexOf(planOf(row.plan))
