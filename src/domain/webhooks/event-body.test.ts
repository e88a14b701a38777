import { expect, it } from 'vitest'
import { eventBody } from './event-body.ts'

const EVENT = {
  id: 'evt_01ky1sv00c6x8zq4n2v7b3m9kt',
  event: 'credits.depleted',
  payload: '{"orgId":"org_ü","balance":0}',
  at: Date.UTC(2026, 10, 20, 23, 14, 0, 123),
}

it('a body has the fields of the contract, and the id before them', () => {
  const text =
    '"event":"credits.depleted","payload":{"orgId":"org_ü","balance":0},"timestamp":"2026-11-20T23:14:00.123Z"}'
  expect(eventBody(EVENT, { hasId: false })).toBe(`{${text}`)
  expect(eventBody(EVENT, { hasId: true })).toBe(`{"id":"evt_01ky1sv00c6x8zq4n2v7b3m9kt",${text}`)
})
