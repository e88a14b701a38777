import { createHmac, timingSafeEqual } from 'node:crypto'

/** The seconds for which a signature is valid, the same as in Stripe's own library. */
const TOLERANCE_SECONDS = 300
/**
 * The most parts of a header that are compared. Stripe's header has two signatures while a secret is rotated; the bound
 * keeps a sender from making the server compare hundreds.
 */
const MAX_PARTS = 20

/**
 * True where `header`, which is `t=SECONDS,v1=HEX[,v1=HEX]`, has a signature of the payload by one of the secrets and
 * is not older than five minutes. A test holds it equal to `constructEvent` of the package `stripe`.
 */
export function isSignedByStripe(
  payload: string,
  header: string,
  secrets: readonly string[],
  nowMs: number,
): boolean {
  const parts = header.split(',').slice(0, MAX_PARTS)
  const seconds = valuesOf(parts, 't').at(-1) ?? ''
  if (!/^\d{1,12}$/.test(seconds)) return false
  if (Math.floor(nowMs / 1_000) - Number(seconds) > TOLERANCE_SECONDS) return false
  const sent = valuesOf(parts, 'v1').map((hex) => Buffer.from(hex))
  return secrets.some((secret) => {
    const right = Buffer.from(
      createHmac('sha256', secret)
        .update(`${Number(seconds)}.${payload}`)
        .digest('hex'),
    )
    return sent.some((hex) => hex.length === right.length && timingSafeEqual(hex, right))
  })
}

const valuesOf = (parts: readonly string[], name: string): string[] =>
  parts.flatMap((part) => {
    const [key, value = ''] = part.split('=', 2)
    return key === name ? [value] : []
  })
