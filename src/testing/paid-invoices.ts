import { createHmac } from 'node:crypto'
import { systemClock } from '../lib/time/clock.ts'

interface Gateway {
  /** The address of the server that gets the report. */
  url: string
  /** The secret of the gateway's endpoint. */
  secret: string
  orgId: string
  /** The address of the client, as a proxy would pass it on. */
  address?: string
}

/**
 * Reports to a server, as the payment gateway does, that an invoice was paid: a request that anybody with the secret
 * can make and that emits one event. Returns the status; undefined where the server was gone before it answered.
 */
export async function payInvoice(
  { url, secret, orgId, address = '127.0.0.1' }: Gateway,
  invoiceId: string,
): Promise<number | undefined> {
  const seconds = Math.floor(systemClock() / 1_000)
  const body = JSON.stringify({
    id: `evt_${invoiceId}`,
    object: 'event',
    type: 'invoice.paid',
    created: seconds,
    data: {
      object: {
        id: invoiceId,
        object: 'invoice',
        customer: 'cus_1',
        amount_paid: 9_900,
        currency: 'eur',
        created: seconds,
        status_transitions: { paid_at: seconds },
        subscription_details: { metadata: { orgId } },
        parent: { subscription_details: { metadata: { orgId }, subscription: 'sub_1' } },
        lines: { data: [{ period: { start: seconds, end: seconds + 2_592_000 } }] },
      },
    },
  })
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  try {
    const answer = await fetch(`${url}/api/v1/billing/webhook`, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': address,
        'stripe-signature': `t=${seconds},v1=${signature}`,
      },
    })
    await answer.text()
    return answer.status
  } catch (error) {
    if (isGone(error)) return undefined
    throw error
  }
}

/** The codes with which a request ends whose server was killed. */
const GONE: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_SOCKET',
])

const isGone = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  GONE.has(error.cause.code)
