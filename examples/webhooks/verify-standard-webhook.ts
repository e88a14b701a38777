import { createHmac, timingSafeEqual } from 'node:crypto'

const TOLERANCE_SECONDS = 300

/**
 * Does as `verifyWebhook`, by the headers of Standard Webhooks: these also tell when a delivery was sent, so that a recorded one
 * is refused later, and carry both signatures while the secret is rotated. Their key is what stands behind `whsec_`, decoded.
 */
export function verifyStandardWebhook(
  body: Uint8Array,
  headers: Headers,
  secret: string,
  nowMs: number,
): boolean {
  const id = headers.get('webhook-id')
  const timestamp = headers.get('webhook-timestamp')
  if (id === null || !/^\d{1,12}$/.test(timestamp ?? '')) return false
  if (Math.abs(nowMs / 1_000 - Number(timestamp)) > TOLERANCE_SECONDS) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body)
  const expected = Buffer.from(`v1,${hmac.digest('base64')}`)
  const signatures = (headers.get('webhook-signature') ?? '').split(' ')
  return signatures
    .map((text) => Buffer.from(text))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected))
}
