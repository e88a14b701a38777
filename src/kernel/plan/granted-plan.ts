import type { PlanColumns } from '../../../db/system/credentials.ts'
import {
  isGranted,
  PLAN_STATUSES,
  settled,
  type PlanState,
} from '../../domain/subscription/plan-state.ts'
import { DAY_MS } from '../../lib/time/clock.ts'
import { PLANS, planOf, type Plan } from './plans.ts'

/** The columns of an organization that say which plan is granted to it. */
export const PLAN_COLUMNS = [
  'plan',
  'plan_status',
  'plan_until',
  'given_plan',
  'given_until',
] as const

/** The time after the expiry of a plan for which the data that it kept stays: its owner may come back. */
const KEPT_MS = 30 * DAY_MS

type StoredPlan = PlanColumns & { plan_cancelled?: number }

/** Reads the stored state of a plan. An unknown status counts as an ended plan, never as a paid one. */
export function storedPlanState(row: StoredPlan): PlanState {
  const status = PLAN_STATUSES.find((one) => one === row.plan_status) ?? 'expired'
  return { plan: row.plan, status, cancelled: row.plan_cancelled === 1, until: row.plan_until }
}

/**
 * Returns the state of the plan that the operator gave; undefined where the operator gave no plan, or the plan has
 * ended.
 */
export function givenState(
  {
    given_plan: plan = null,
    given_until: until = null,
  }: Pick<PlanColumns, 'given_plan' | 'given_until'>,
  nowMs: number,
): PlanState | undefined {
  if (plan === null || (until !== null && until <= nowMs)) return undefined
  const cancelled = until !== null
  return { plan, status: cancelled ? 'cancelled' : 'active', cancelled, until }
}

/** Returns the state, or that of the plan that the operator gave where the state grants no plan or a smaller one. */
export function planAtLeast(state: PlanState, given: PlanState | undefined): PlanState {
  const isLess =
    given !== undefined && (!isGranted(state) || widthOf(state.plan) < widthOf(given.plan))
  return isLess ? given : state
}

const widthOf = (plan: string): number => PLANS.indexOf(planOf(plan))

/**
 * Returns the state of a plan at an instant, including what is not stored yet. A plan from a payment gateway ends by
 * the clock, and the plan that the operator gave goes on then.
 */
export const planStateOf = (row: StoredPlan, nowMs: number): PlanState =>
  planAtLeast(settled(storedPlanState(row), nowMs), givenState(row, nowMs))

/** Returns the plan whose limits hold for the organization at an instant: the narrowest plan where it has no other. */
export function grantedPlan(row: PlanColumns, nowMs: number): Plan {
  const state = planStateOf(row, nowMs)
  return isGranted(state) ? planOf(state.plan) : 'free'
}

/**
 * Returns the plan by which data is kept at an instant. Deleting cannot be undone, so paid-for data is kept while a
 * payment is awaited, and for a month after the end.
 */
export function keepingPlan(row: PlanColumns, nowMs: number): Plan {
  const { plan, status, until } = planStateOf(row, nowMs)
  const isOver = status === 'expired' && (until ?? 0) + KEPT_MS <= nowMs
  return isOver ? 'free' : planOf(plan)
}
