import * as fc from 'fast-check'
import { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { isSignedByStripe } from './verify-signature.ts'

const { webhooks } = Stripe
const SECRET = 'whsec_q0YzR7mJw3bQk9sXn2Vt6Lh8Dp1Cf5Ae'
const OTHER = 'whsec_another0YzR7mJw3bQk9sXn2Vt6Lh8Dp1C'
const NOW_MS = Date.parse('2026-11-20T12:00:00.000Z')
const NOW = NOW_MS / 1_000
const BODY = '{"id": "evt_1", "object": "event", "name": "Zoë – 😀"}'

const sign = (payload = BODY, { secret = SECRET, timestamp = NOW, scheme = 'v1' } = {}): string =>
  webhooks.generateTestHeaderString({ payload, secret, timestamp, scheme })
const signatureIn = (header: string): string => header.split(',')[1] ?? ''

/** True where the package takes the signature, with the clock of the test. */
function isTakenByPackage(payload: string, header: string, secret = SECRET): boolean {
  try {
    webhooks.constructEvent(payload, header, secret, undefined, undefined, NOW_MS)
    return true
  } catch {
    return false
  }
}

const HEADERS = {
  'as it is made': [sign(), true],
  'almost too old': [sign(BODY, { timestamp: NOW - 300 }), true],
  'too old': [sign(BODY, { timestamp: NOW - 301 }), false],
  'of a clock that is ahead': [sign(BODY, { timestamp: NOW + 3_600 }), true],
  'with a wrong v1 before the right one': [
    `t=${NOW},v1=${'0'.repeat(64)},${signatureIn(sign())}`,
    true,
  ],
  'with a wrong v1 behind the right one': [`${sign()},v1=${'0'.repeat(64)}`, true],
  'with a v0 besides': [`${sign()},v0=${'0'.repeat(64)}`, true],
  'with a v0 alone': [sign(BODY, { scheme: 'v0' }), false],
  'by another secret': [sign(BODY, { secret: OTHER }), false],
  'of another body': [sign(`${BODY} `), false],
  'with another time': [sign().replace(`t=${NOW}`, `t=${NOW - 1}`), false],
  'with the signature in capitals': [
    sign().replace(/v1=.*/, (hex) => `v1=${hex.slice(3).toUpperCase()}`),
    false,
  ],
  'without a time': [signatureIn(sign()), false],
  'with a time that is no number': [sign().replace(`t=${NOW}`, 't=now'), false],
  'with an empty signature': [`t=${NOW},v1=`, false],
  'without a signature': [`t=${NOW}`, false],
  'with spaces between': [sign().replace(',', ', '), false],
  empty: ['', false],
  'of commas alone': [',,,', false],
} as const satisfies Readonly<Record<string, readonly [string, boolean]>>

describe('a signature of Stripe', () => {
  it.each(Object.entries(HEADERS))('%s', (_, [header, isTaken]) => {
    expect(isSignedByStripe(BODY, header, [SECRET], NOW_MS)).toBe(isTaken)
    expect(isTakenByPackage(BODY, header)).toBe(isTaken)
  })

  it('no bit of the body, the time or the signature can be another', () => {
    const header = sign()
    const from = header.indexOf('v1=') + 3
    fc.assert(
      fc.property(fc.nat(), fc.nat(7), fc.boolean(), (place, bit, inBody) => {
        const bytes = Buffer.from(inBody ? BODY : header)
        const at = inBody ? place % bytes.length : from + (place % 64)
        bytes[at] = (bytes[at] ?? 0) ^ (1 << bit)
        const text = bytes.toString('utf8')
        const [payload, sent] = inBody ? [text, header] : [BODY, text]
        expect(isSignedByStripe(payload, sent, [SECRET], NOW_MS)).toBe(false)
        expect(isTakenByPackage(payload, sent)).toBe(false)
      }),
    )
  })

  it('is judged as the package judges it, whatever is signed and whatever the header says', () => {
    const part = fc.oneof(
      fc.constantFrom(
        `t=${NOW}`,
        `t=${NOW - 301}`,
        't=',
        'v1=00',
        'v0=ab',
        signatureIn(sign()),
        'x',
      ),
      fc.string({ maxLength: 8 }).map((text) => text.replaceAll(/[,=]/g, '')),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const header = parts.join(',')
        const isTaken = isSignedByStripe(BODY, header, [SECRET], NOW_MS)
        expect(isTaken).toBe(isTakenByPackage(BODY, header))
      }),
    )
    fc.assert(
      fc.property(fc.json(), fc.integer({ min: -400, max: 400 }), (payload, age) => {
        const header = sign(payload, { timestamp: NOW - age })
        const isTaken = isSignedByStripe(payload, header, [SECRET], NOW_MS)
        expect(isTaken).toBe(age <= 300)
        expect(isTaken).toBe(isTakenByPackage(payload, header))
      }),
    )
  })

  it('counts by any of the secrets, while they are rotated', () => {
    expect(isSignedByStripe(BODY, sign(), [OTHER, SECRET], NOW_MS)).toBe(true)
    expect(isSignedByStripe(BODY, sign(), [OTHER], NOW_MS)).toBe(false)
    expect(isSignedByStripe(BODY, sign(), [], NOW_MS)).toBe(false)
  })
})
