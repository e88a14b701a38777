import { createHmac } from 'node:crypto'
import type { SigningSecrets } from '../../../kernel/ports/webhook-sender.ts'

const PREFIX = 'whsec_'

interface Signed {
  /** The id of the event, which is the same for every attempt. */
  id: string
  /** The time at which the delivery is sent, in seconds since 1970. */
  atSeconds: number
  body: string
  secrets: SigningSecrets
}

/**
 * Signs a delivery in two ways. `X-Service-Signature` (contract 6.3) has room for one digest: while two secrets hold it
 * is the old one's, so that receivers that know it alone go on. `webhook-signature` (Standard Webhooks) has both, the
 * new one first, and covers the id and the time as well.
 * @NOTE the keys differ: the contract's is the text of the secret as it was shown, and that of Standard Webhooks the
 * bytes that are written in it.
 */
export function signDelivery({ id, atSeconds, body, secrets }: Signed): Record<string, string> {
  const { current, old } = secrets
  const signed = `${id}.${atSeconds}.${body}`
  const standard = [current, ...(old === undefined ? [] : [old])].map(
    (secret) => `v1,${createHmac('sha256', bytesOf(secret)).update(signed).digest('base64')}`,
  )
  return {
    'x-service-signature': createHmac('sha256', old ?? current)
      .update(body)
      .digest('hex'),
    'webhook-id': id,
    'webhook-timestamp': String(atSeconds),
    'webhook-signature': standard.join(' '),
  }
}

const bytesOf = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), 'base64')
