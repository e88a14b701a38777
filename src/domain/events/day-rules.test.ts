import { expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../lib/time/clock.ts'
import { DERIVED_KINDS, EVENT_KINDS } from './event-kinds.ts'
import {
  advanceDay,
  needsLatestEvent,
  UNUSED_ENGINE,
  UNSEEN_VISITOR,
  type EngineDay,
  type VisitorDay,
} from './day-rules.ts'
import { SiteDay } from './site-day.ts'

const NOON = Date.parse('2026-11-20T12:00:00Z')
const VISITOR = Buffer.from('reader')
const NOTHING = { path: 0, engine: 0, referrer: 0, country: 0, device: 0 }
const { impression, ai_click: click, referral } = EVENT_KINDS

/** What is known before the group. */
interface Before {
  known?: VisitorDay
  latestAt?: number
  pair?: EngineDay
}

/** Takes events of one visitor, and of one engine, into what is known of their day. */
function advance(
  events: readonly { at: number; kind: number }[],
  { known = UNSEEN_VISITOR, latestAt = known.lastAt, pair = UNUSED_ENGINE }: Before = {},
) {
  const siteDay = new SiteDay(1, 20_000)
  for (const event of events) {
    siteDay.add({ ...event, visitor: VISITOR, engine: 1, values: NOTHING })
  }
  const advanced = advanceDay(siteDay, {
    visitors: Array.from(siteDay.seen(), (seen) => ({ seen, known, latestAt })),
    pairs: Array.from(siteDay.pairs(), (one) => ({ pair: one, known: pair })),
  })
  const counts = new Map(siteDay.counts())
  return { advanced, sessions: counts.get(DERIVED_KINDS.session)?.events ?? 0, counts }
}

const seenAt = (at: number): VisitorDay => ({ kinds: 1 << impression, sessionAt: at, lastAt: at })

it('a session begins after more than half an hour, whatever the order within the group', () => {
  const times = [61, 0, 30].map((minutes) => ({ at: NOON + minutes * MINUTE_MS, kind: impression }))
  const { sessions, advanced } = advance(times)
  expect(sessions).toBe(2)
  expect(advanced?.visitors).toMatchObject([
    { next: { sessionAt: NOON + 61 * MINUTE_MS, lastAt: NOON + 61 * MINUTE_MS } },
  ])
})

it('the latest event is asked for only where the stored time is too coarse to tell', () => {
  const minutesLater = (minutes: number) =>
    needsLatestEvent(seenAt(NOON), [NOON + minutes * MINUTE_MS])
  expect([30, 31, 40, 41].map(minutesLater)).toEqual([false, true, true, false])
  const later = [{ at: NOON + 35 * MINUTE_MS, kind: impression }]
  expect(advance(later, { known: seenAt(NOON) }).sessions).toBe(1)
  const latestAt = NOON + 6 * MINUTE_MS
  expect(advance(later, { known: seenAt(NOON), latestAt }).sessions).toBe(0)
})

it('a visitor is stored again only for a new kind, a new session, or after ten minutes', () => {
  const later = (minutes: number, kind: number) =>
    advance([{ at: NOON + minutes * MINUTE_MS, kind }], { known: seenAt(NOON) }).advanced?.visitors
  expect(later(9, impression)).toEqual([])
  expect(later(9, click)).toHaveLength(1)
  expect(later(10, impression)).toHaveLength(1)
})

it('a return counts once, within a day of the click, and a click of the same instant comes first', () => {
  const returned = (...events: { at: number; kind: number }[]) =>
    advance(events).counts.get(DERIVED_KINDS.returned)
  const clicked = { at: NOON, kind: click }
  const visit = (hours: number) => ({ at: NOON + hours * HOUR_MS, kind: referral })
  expect(returned(clicked, visit(1), visit(2))).toEqual({ events: 1, visitors: 1 })
  expect(returned(visit(0), clicked)).toEqual({ events: 1, visitors: 1 })
  expect(returned(clicked, visit(25))).toEqual({ events: 1, visitors: 0 })
})

it('a day is counted anew where the order decides and is broken', () => {
  const before = [{ at: NOON - 1, kind: impression }]
  expect(advance(before, { known: seenAt(NOON) }).advanced).toBeUndefined()
  const clicked = [{ at: NOON, kind: click }]
  const pair = { clickAt: 0, referralAt: NOON + 1, returned: 0 }
  expect(advance(clicked, { pair }).advanced).toBeUndefined()
})
