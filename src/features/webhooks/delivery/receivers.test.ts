import { describe, expect, it } from 'vitest'
import type { DeliveryStatus } from '../../../domain/webhooks/delivery-status.ts'
import { FakeClock } from '../../../testing/fake-clock.ts'
import { MOST_RUNNING, Receivers } from './receivers.ts'

function openReceivers() {
  const clock = new FakeClock('2026-11-20T12:00:00.000Z')
  return { clock, receivers: new Receivers(clock.elapsed) }
}

/** Begins as many deliveries as a receiver has room for; returns their number. */
function fill(receivers: Receivers, id: string): number {
  let begun = 0
  for (; receivers.room(id) > 0; begun++) receivers.begin(id)
  return begun
}

describe('the room of a receiver', () => {
  it.each<[string, DeliveryStatus | undefined, number, number]>([
    ['was never asked', undefined, 0, 1],
    ['answered at once', 'delivered', 99, 96],
    ['answered quickly', 'delivered', 100, 16],
    ['took almost a second', 'delivered', 999, 16],
    ['took a second', 'delivered', 1_000, 4],
    ['refused', 'http_404', 5, 4],
    ['let us wait until the end', 'timeout', 5_000, 1],
  ])('that %s', (_, status, durationMs, room) => {
    const { receivers } = openReceivers()
    if (status) receivers.learn('a', status, durationMs)
    expect(fill(receivers, 'a')).toBe(room)
  })

  it('is there for the quick, however many hang', () => {
    const { receivers } = openReceivers()
    let hanging = 0
    for (let i = 0; i < 150; i++) hanging += fill(receivers, `hanging ${i}`)
    expect(hanging).toBe(96)
    receivers.learn('quick', 'delivered', 5)
    expect(fill(receivers, 'quick')).toBe(32)
    expect([receivers.free, receivers.running]).toEqual([0, MOST_RUNNING])
  })

  it('comes back when deliveries end', () => {
    const { receivers } = openReceivers()
    const end = receivers.begin('a')
    expect(receivers.room('a')).toBe(0)
    end()
    expect([receivers.room('a'), receivers.running]).toEqual([1, 0])
  })
})

describe('the breaker of a receiver', () => {
  const failing = (receivers: Receivers, times: number, status: DeliveryStatus = 'refused') =>
    Array.from({ length: times }, () => receivers.learn('a', status, 5)).at(-1)

  it.each<DeliveryStatus>(['timeout', 'dns', 'tls', 'refused', 'reset', 'http_500', 'http_503'])(
    'opens after ten times %s in a row',
    (status) => {
      const { receivers } = openReceivers()
      expect(failing(receivers, 9, status)).toBeUndefined()
      expect(failing(receivers, 1, status)).toEqual({ kind: 'opened', forMs: 30_000 })
      expect([receivers.room('a'), receivers.openForMs('a')]).toEqual([0, 30_000])
    },
  )

  it.each<DeliveryStatus>(['http_404', 'http_429', 'redirect', 'blocked'])(
    'does not open for %s, which is no sign of an outage',
    (status) => {
      const { receivers } = openReceivers()
      expect(failing(receivers, 30, status)).not.toMatchObject({ kind: 'opened' })
      failing(receivers, 9)
      receivers.learn('a', status, 5)
      expect(failing(receivers, 9)).toBeUndefined()
    },
  )

  it('lets one try after its time, and stays open for longer each time that this fails', () => {
    const { clock, receivers } = openReceivers()
    failing(receivers, 10)
    const waits = [60, 120, 240, 480, 900, 900]
    let seconds = 30
    for (const next of waits) {
      clock.advance({ seconds, ms: -1 })
      expect(receivers.room('a')).toBe(0)
      clock.advance({ ms: 1 })
      expect(receivers.room('a')).toBe(1)
      const end = receivers.begin('a')
      expect(receivers.room('a')).toBe(0)
      expect(receivers.learn('a', 'timeout', 5_000)).toEqual({
        kind: 'opened',
        forMs: next * 1_000,
      })
      end()
      seconds = next
    }
  })

  it('closes with an answer, and begins anew', () => {
    const { clock, receivers } = openReceivers()
    failing(receivers, 10)
    clock.advance({ seconds: 30 })
    expect(receivers.learn('a', 'delivered', 5)).toEqual({ kind: 'answers' })
    expect(receivers.learn('a', 'delivered', 5)).toBeUndefined()
    expect(receivers.room('a')).toBe(96)
    expect(failing(receivers, 10)).toEqual({ kind: 'opened', forMs: 30_000 })
  })

  it('is told of no more by deliveries that began before it opened', () => {
    const { receivers } = openReceivers()
    failing(receivers, 10)
    expect(failing(receivers, 5)).toBeUndefined()
    expect(receivers.openForMs('a')).toBe(30_000)
  })
})
