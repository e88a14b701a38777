import { expect, it } from 'vitest'
import { signDelivery } from '../../src/features/webhooks/delivery/sign-delivery.ts'
import { newSigningSecret } from '../../src/features/webhooks/delivery/signing-secret.ts'
import { verifyStandardWebhook } from './verify-standard-webhook.ts'

/** The example of the specification of Standard Webhooks. */
const KNOWN = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: '1614265330',
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}
const SENT_AT = 1_614_265_330_000

const headersOf = (changes: Record<string, string> = {}) =>
  new Headers({
    'webhook-id': KNOWN.id,
    'webhook-timestamp': KNOWN.timestamp,
    'webhook-signature': KNOWN.signature,
    ...changes,
  })

function verify(
  headers: Headers,
  { body = KNOWN.body, secret = KNOWN.secret, nowMs = SENT_AT } = {},
): boolean {
  return verifyStandardWebhook(Buffer.from(body), headers, secret, nowMs)
}

const OTHER = newSigningSecret()

it('takes the example of the specification', () => {
  expect(verify(headersOf())).toBe(true)
})

it('takes any of the signatures of a rotation', () => {
  const both = new Headers(
    signDelivery({
      id: KNOWN.id,
      atSeconds: Number(KNOWN.timestamp),
      body: KNOWN.body,
      secrets: { current: OTHER, old: KNOWN.secret },
    }),
  )
  expect([verify(both), verify(both, { secret: OTHER })]).toEqual([true, true])
})

it.each([
  ['another secret', headersOf(), { secret: OTHER }],
  ['another body', headersOf(), { body: `${KNOWN.body} ` }],
  ['another id', headersOf({ 'webhook-id': 'msg_2' }), {}],
  ['another time', headersOf({ 'webhook-timestamp': '1614265331' }), {}],
  ['a time that is none', headersOf({ 'webhook-timestamp': 'NaN' }), {}],
  ['no signature', headersOf({ 'webhook-signature': '' }), {}],
  ['a signature of another version', headersOf({ 'webhook-signature': 'v1a,AAAA' }), {}],
  ['no header at all', new Headers(), {}],
])('refuses %s', (_, headers, changes) => {
  expect(verify(headers, changes)).toBe(false)
})

it.each([
  [-301, false],
  [-299, true],
  [299, true],
  [301, false],
])('%d seconds after it was sent, a delivery is taken: %s', (seconds, isTaken) => {
  expect(verify(headersOf(), { nowMs: SENT_AT + seconds * 1_000 })).toBe(isTaken)
})
