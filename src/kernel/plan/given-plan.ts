import type { PlanColumns } from '../../../db/system/credentials.ts'
import { isGranted, type PlanEvent, type PlanState } from '../../domain/subscription/plan-state.ts'
import { givenState } from './granted-plan.ts'

type Given = Pick<PlanColumns, 'given_plan' | 'given_until'>

interface Change {
  row: Given & { gateway: string | null }
  before: PlanState
  next: PlanState
  events: readonly PlanEvent[]
  /** It comes from the payment gateway. */
  isPaid: boolean
}

const NOTHING: Given = { given_plan: null, given_until: null }

/**
 * What the operator gave, after a change. An organization without a payment gateway has its plan from the operator, so the
 * first payment notes that one; from then on the operator's own changes say what it is, and payments and the clock leave it.
 */
export function nextGiven(change: Change, nowMs: number): Given {
  const { row, before, next, events, isPaid } = change
  const held = givenState(row, nowMs)
  if (isPaid) return row.gateway === null ? givenBy(before) : heldStill(held)
  if (row.gateway === null || events.length === 0) return heldStill(held)
  if (events.some(({ kind }) => kind === 'subscribed')) return givenBy(next)
  return held ? givenBy({ ...next, plan: held.plan }) : NOTHING
}

function givenBy(state: PlanState): Given {
  return state.plan === 'free' || !isGranted(state)
    ? NOTHING
    : { given_plan: state.plan, given_until: state.until }
}

const heldStill = (held: PlanState | undefined): Given =>
  held ? { given_plan: held.plan, given_until: held.until } : NOTHING
