import { DAY_MS } from '../../lib/time/clock.ts'

export const PLAN_STATUSES = [
  'trialing',
  'active',
  'past_due',
  'paused',
  'cancelled',
  'expired',
] as const
export type PlanStatus = (typeof PLAN_STATUSES)[number]

/** The time for which a plan that is not paid for is still granted. */
export const GRACE_MS = 7 * DAY_MS

/** The state of an organization's plan. */
export interface PlanState {
  plan: string
  status: PlanStatus
  /** True where the owner cancelled the plan: it goes on until `until`, or is over. */
  cancelled: boolean
  /** The time when the status changes by itself, epoch ms; for an expired plan, when it expired. Null for never. */
  until: number | null
}

/** An event of a plan. Times are epoch milliseconds. */
export type PlanEvent =
  | { kind: 'subscribed'; plan: string; trialEnd: number | null }
  | { kind: 'paid' }
  /** A payment failed, or is due, since then. */
  | { kind: 'unpaid'; since: number }
  | { kind: 'paused' }
  | { kind: 'cancelled'; until: number }
  | { kind: 'resumed' }
  | { kind: 'ended'; at: number }

/** The next state, or a sentence that says why the event is refused. */
export type Transition = { state: PlanState } | { refused: string }

/**
 * Returns the next state of a plan; this is the only machine of plans, and states are those of `settled`. An event that
 * changes nothing returns the state as it was.
 */
export function transition(state: PlanState, event: PlanEvent): Transition {
  switch (event.kind) {
    case 'subscribed':
      return { state: subscribed(event) }
    case 'paid':
      return afterPayment(state)
    case 'unpaid':
      return withoutPayment(state, event.since)
    case 'paused':
      return afterPause(state)
    case 'cancelled':
      return afterCancel(state, event.until)
    case 'resumed':
      return afterResume(state)
    case 'ended':
      return state.status === 'expired' ? { state } : { state: ended(state, event.at) }
  }
}

/**
 * Returns the state at an instant: trials, graces and cancelled plans end by the clock, whether or not that was stored.
 */
export function settled(state: PlanState, nowMs: number): PlanState {
  const { status, until } = state
  if (until === null || nowMs < until) return state
  switch (status) {
    case 'past_due':
      return { ...state, status: 'paused', until: null }
    case 'trialing':
    case 'cancelled':
      return { ...state, status: 'expired' }
    case 'active':
    case 'paused':
    case 'expired':
      return state
  }
}

/** True where the organization has the features that its plan grants; `state` is settled. */
export const isGranted = ({ status }: PlanState): boolean =>
  status !== 'paused' && status !== 'expired'

const subscribed = ({ plan, trialEnd }: Extract<PlanEvent, { kind: 'subscribed' }>): PlanState => ({
  plan,
  status: trialEnd === null ? 'active' : 'trialing',
  cancelled: false,
  until: trialEnd,
})

const ended = (state: PlanState, at: number): PlanState => ({
  ...state,
  status: 'expired',
  until: at,
})

function afterPayment(state: PlanState): Transition {
  switch (state.status) {
    case 'trialing':
    case 'past_due':
    case 'paused':
    case 'expired':
      return { state: { ...state, status: 'active', cancelled: false, until: null } }
    // The payment of a last invoice takes no cancellation back.
    case 'cancelled':
    case 'active':
      return { state }
  }
}

function withoutPayment(state: PlanState, since: number): Transition {
  switch (state.status) {
    case 'active':
    case 'cancelled':
      return { state: { ...state, status: 'past_due', until: since + GRACE_MS } }
    // Another failure does not extend the grace.
    case 'past_due':
    case 'paused':
      return { state }
    case 'trialing':
      return refused('A trial is not paid for')
    case 'expired':
      return refused(OVER)
  }
}

function afterPause(state: PlanState): Transition {
  if (state.status === 'expired') return refused(OVER)
  return state.status === 'paused'
    ? { state }
    : { state: { ...state, status: 'paused', until: null } }
}

function afterCancel(state: PlanState, until: number): Transition {
  switch (state.status) {
    case 'active':
    case 'cancelled':
      return { state: { ...state, status: 'cancelled', cancelled: true, until } }
    // These end by themselves, and nothing is paid for after that.
    case 'trialing':
    case 'past_due':
      return { state: { ...state, cancelled: true } }
    // Nothing is left that it could go on with.
    case 'paused':
      return { state: { ...ended(state, until), cancelled: true } }
    case 'expired':
      return refused(OVER)
  }
}

function afterResume(state: PlanState): Transition {
  if (state.status === 'expired') return refused(OVER)
  if (!state.cancelled) return refused('The plan was not cancelled')
  return state.status === 'cancelled'
    ? { state: { ...state, status: 'active', cancelled: false, until: null } }
    : { state: { ...state, cancelled: false } }
}

const OVER = 'The plan has ended; put the organization on a plan again'

const refused = (sentence: string): Transition => ({ refused: sentence })
