import { expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../lib/time/clock.ts'
import { DERIVED_KINDS, EVENT_KINDS } from './event-kinds.ts'
import { advancePairs, mustStore, needsLatestEvent, UNUSED_ENGINE } from './day-rules.ts'
import { SiteDay } from './site-day.ts'
import { advanceVisitor, beginsVisit, UNSEEN_VISITOR, type VisitorDay } from './visits.ts'

const NOON = Date.parse('2026-11-20T12:00:00Z')
const VISITOR = Buffer.from('reader')
const NOTHING = {
  values: { path: 0, engine: 0, country: 0, device: 0 },
  source: { channel: 0, referrer: 0, arrival: 0, campaign: 0 },
}
const { impression, ai_click: click, referral } = EVENT_KINDS

/** Counts the returns of one visitor from one engine. */
function returnsOf(events: readonly { at: number; kind: number }[]) {
  const siteDay = new SiteDay(1, 20_000)
  for (const event of events) {
    siteDay.add({ ...event, visitor: VISITOR, engine: 1, ...NOTHING })
  }
  const pairs = Array.from(siteDay.pairs(), (pair) => ({ pair, known: UNUSED_ENGINE }))
  return advancePairs(siteDay, pairs) && new Map(siteDay.counts()).get(DERIVED_KINDS.returned)
}

const seenAt = (at: number): VisitorDay => ({
  kinds: 1 << impression,
  sessionAt: at,
  lastAt: at,
  source: 1,
  entry: 1,
  sources: [{ source: 1, kinds: 1 << impression }],
})
const minutes = (count: number): number => NOON + count * MINUTE_MS

it('a visit begins after more than half an hour, and one from before the latest is out of order', () => {
  const known = { ...seenAt(minutes(-10)), lastAt: NOON }
  const begins = [-11, -10, 0, 30, 31].map((at) => beginsVisit(known, known.lastAt, minutes(at)))
  expect(begins).toEqual([undefined, false, false, false, true])
  expect(beginsVisit(UNSEEN_VISITOR, 0, NOON)).toBe(true)
})

it('the latest event is asked for only where the stored time is too coarse to tell', () => {
  const asked = (count: number) => needsLatestEvent(seenAt(NOON), minutes(count))
  expect([30, 31, 40, 41].map(asked)).toEqual([false, true, true, false])
  expect([minutes(6), NOON].map((at) => beginsVisit(seenAt(NOON), at, minutes(35)))).toEqual([
    false,
    true,
  ])
})

it('a visitor is stored again only for a new kind, a new visit, a new source, or after ten minutes', () => {
  const stored = seenAt(NOON)
  const isStored = (count: number, kind: number, source = 1) => {
    const at = minutes(count)
    return mustStore(stored, advanceVisitor(stored, { at, kind, source, entry: 1, begins: false }))
  }
  expect(isStored(9, impression)).toBe(false)
  expect(isStored(9, click)).toBe(true)
  expect(isStored(9, impression, 2)).toBe(true)
  expect(isStored(10, impression)).toBe(true)
})

it('a return counts once, within a day of the click, and a click of the same instant comes first', () => {
  const returned = (...events: { at: number; kind: number }[]) => returnsOf(events)
  const clicked = { at: NOON, kind: click }
  const visit = (hours: number) => ({ at: NOON + hours * HOUR_MS, kind: referral })
  expect(returned(clicked, visit(1), visit(2))).toEqual({ events: 1, visitors: 1 })
  expect(returned(visit(0), clicked)).toEqual({ events: 1, visitors: 1 })
  expect(returned(clicked, visit(25))).toEqual({ events: 1, visitors: 0 })
})

it('a day is counted anew where the order decides and is broken', () => {
  const followed = (at: number, kind: number, known: Partial<typeof UNUSED_ENGINE>) => {
    const siteDay = new SiteDay(1, 20_000)
    siteDay.add({ at, kind, visitor: VISITOR, engine: 1, ...NOTHING })
    const pairs = Array.from(siteDay.pairs(), (pair) => ({
      pair,
      known: { ...UNUSED_ENGINE, ...known },
    }))
    return advancePairs(siteDay, pairs)
  }
  expect(followed(NOON, referral, { clickAt: NOON + 1 })).toBeUndefined()
  expect(followed(NOON, click, { referralAt: NOON + 1 })).toBeUndefined()
  expect(followed(NOON, click, { referralAt: NOON })).toHaveLength(1)
})
