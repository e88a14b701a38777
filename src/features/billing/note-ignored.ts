import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { audit } from '../../kernel/door/audit.ts'
import { HOUR_MS } from '../../lib/time/clock.ts'
import type { AppContext } from '../../kernel/door/app-context.ts'
import type { PaymentGateway } from '../../kernel/ports/payment-gateway.ts'

/** The most lines an hour, so that strangers who pay and a gateway that repeats itself cannot fill the audit log. */
const MOST_AN_HOUR = 20
/**
 * The number of newest log lines among which the lines of the last hour are counted, so that counting costs the same
 * for a log of any length.
 */
const LOOKED_AT = 100

const ACTIONS = ['billing.refuse', 'billing.ignore'] as const

/**
 * Writes to the audit log that an event of the payment gateway changed nothing, and why: at most once an hour for one
 * event, and at most 20 lines an hour for all.
 */
export async function noteIgnored(
  { app, gateway, requestId }: GatewayEventContext,
  trx: TenantDb,
  {
    action,
    eventId,
    reason,
  }: { action: (typeof ACTIONS)[number]; eventId: string; reason: string },
): Promise<void> {
  const at = app.now()
  const told = (await trx.audit.newest(LOOKED_AT)).filter(
    (entry) => entry.at > at - HOUR_MS && ACTIONS.some((one) => one === entry.action),
  )
  if (told.length >= MOST_AN_HOUR || told.some((entry) => entry.target_id === eventId)) return
  await audit(trx, {
    action,
    target: { type: 'payment_event', id: eventId },
    actor: { type: 'system', id: gateway.name },
    detail: { reason },
    requestId,
    at,
  })
}

/** The app, gateway and request with which an event of the payment gateway is handled. */
export interface GatewayEventContext {
  app: AppContext
  gateway: Pick<PaymentGateway, 'name'>
  requestId: string
}
