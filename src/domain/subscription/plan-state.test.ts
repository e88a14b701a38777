import { describe, expect, it } from 'vitest'
import {
  GRACE_MS,
  isGranted,
  PLAN_STATUSES,
  settled,
  transition,
  type PlanEvent,
  type PlanState,
  type PlanStatus,
} from './plan-state.ts'

const NOW = Date.parse('2026-11-20T12:00:00.000Z')
const LATER = NOW + 1_000

const until: Readonly<Record<PlanStatus, number | null>> = {
  trialing: LATER,
  active: null,
  past_due: LATER,
  paused: null,
  cancelled: LATER,
  expired: NOW,
}

const stateOf = (status: PlanStatus, cancelled = status === 'cancelled'): PlanState => ({
  plan: 'pro',
  status,
  cancelled,
  until: until[status],
})

const EVENTS = {
  subscribed: { kind: 'subscribed', plan: 'business', trialEnd: null },
  trial: { kind: 'subscribed', plan: 'business', trialEnd: LATER },
  paid: { kind: 'paid' },
  unpaid: { kind: 'unpaid', since: NOW },
  paused: { kind: 'paused' },
  cancelled: { kind: 'cancelled', until: LATER },
  resumed: { kind: 'resumed' },
  ended: { kind: 'ended', at: NOW },
} as const satisfies Readonly<Record<string, PlanEvent>>

/**
 * The status that follows from each event in each status: with + where it is cancelled, = for the same state, - for no.
 */
const TABLE: Readonly<Record<keyof typeof EVENTS, readonly string[]>> = {
  //           trialing     active       past_due     paused      cancelled    expired
  subscribed: ['active', 'active', 'active', 'active', 'active', 'active'],
  trial: ['trialing', 'trialing', 'trialing', 'trialing', 'trialing', 'trialing'],
  paid: ['active', '=', 'active', 'active', '=', 'active'],
  unpaid: ['-', 'past_due', '=', '=', 'past_due+', '-'],
  paused: ['paused', 'paused', 'paused', '=', 'paused+', '-'],
  cancelled: ['trialing+', 'cancelled+', 'past_due+', 'expired+', '=', '-'],
  resumed: ['-', '-', '-', '-', 'active', '-'],
  ended: ['expired', 'expired', 'expired', 'expired', 'expired+', '='],
}

/** Says what became of a state, in the words of the table. */
function told(before: PlanState, event: PlanEvent): string {
  const next = transition(before, event)
  if ('refused' in next) return '-'
  if (JSON.stringify(next.state) === JSON.stringify(before)) return '='
  return next.state.status + (next.state.cancelled ? '+' : '')
}

describe('the machine of plans', () => {
  it.each(
    Object.entries(TABLE).flatMap(([event, nexts]) =>
      nexts.map((next, i) => [PLAN_STATUSES[i] ?? '', event, next] as const),
    ),
  )('makes of %s by %s: %s', (status, event, next) => {
    const before = stateOf(PLAN_STATUSES.find((one) => one === status) ?? 'active')
    // @NOTE the names are the keys of the table, which are those of the events.
    expect(told(before, EVENTS[event as keyof typeof EVENTS])).toBe(next)
  })

  it('has a row for each event and a column for each status', () => {
    expect(Object.keys(TABLE)).toEqual(Object.keys(EVENTS))
    for (const nexts of Object.values(TABLE)) expect(nexts).toHaveLength(PLAN_STATUSES.length)
  })

  it.each(['trialing', 'past_due'] as const)('takes a cancellation of %s back', (status) => {
    expect(transition(stateOf(status, true), EVENTS.resumed)).toEqual({ state: stateOf(status) })
  })

  it('counts the grace from the first payment that failed', () => {
    const due = { ...stateOf('past_due'), until: NOW + GRACE_MS }
    expect(transition(stateOf('active'), EVENTS.unpaid)).toEqual({ state: due })
    expect(transition(due, { kind: 'unpaid', since: LATER })).toEqual({ state: due })
  })

  it('ends a cancelled plan at the time that it was cancelled for', () => {
    expect(transition(stateOf('active'), EVENTS.cancelled)).toEqual({ state: stateOf('cancelled') })
    expect(settled(stateOf('cancelled'), LATER)).toMatchObject({ cancelled: true, until: LATER })
  })

  it('says why it refuses', () => {
    expect(transition(stateOf('expired'), EVENTS.cancelled)).toEqual({
      refused: 'The plan has ended; put the organization on a plan again',
    })
    expect(transition(stateOf('active'), EVENTS.resumed)).toEqual({
      refused: 'The plan was not cancelled',
    })
  })
})

describe('the clock', () => {
  it.each([
    ['trialing', 'expired'],
    ['active', 'active'],
    ['past_due', 'paused'],
    ['paused', 'paused'],
    ['cancelled', 'expired'],
    ['expired', 'expired'],
  ] as const)('makes of %s, once its time has come, %s', (status, after) => {
    expect(settled(stateOf(status), LATER - 1)).toEqual(stateOf(status))
    const late = settled(stateOf(status), LATER)
    expect(late.status).toBe(after)
    expect(settled(late, LATER + 1)).toEqual(late)
  })

  it('takes nothing from whoever is in a trial, in grace or cancelled', () => {
    const granted = PLAN_STATUSES.filter((status) => isGranted(stateOf(status)))
    expect(granted).toEqual(['trialing', 'active', 'past_due', 'cancelled'])
  })
})
