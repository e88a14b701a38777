import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * True for a body that was signed with the secret of the subscription (`whsec_…`, as it was shown). `body` is what arrived,
 * byte by byte: JSON that was parsed and written again is another body. `signature` is the header `X-Service-Signature`.
 */
export function verifyWebhook(
  body: Uint8Array,
  signature: string | undefined,
  secret: string,
): boolean {
  const expected = Buffer.from(createHmac('sha256', secret).update(body).digest('hex'))
  const given = Buffer.from(signature ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
