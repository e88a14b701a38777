import type { DeliveryOutcome, Disabled } from '../../../../db/webhooks/mark-deliveries.ts'
import { auditRow } from '../../../kernel/door/audit.ts'
import type { Logger } from '../../../lib/logger.ts'

/** Makes the line that the audit log gets for a subscription that was turned off. */
export const auditLineOf = ({ subscriptionId, orgId, reason }: Disabled, nowMs: number) => ({
  ...auditRow({
    action: 'webhook.disable',
    target: { type: 'webhook', id: subscriptionId },
    actor: { type: 'system', id: 'delivery' },
    detail: { reason },
    requestId: null,
    at: nowMs,
  }),
  org_id: orgId,
})

/**
 * Logs, for the operator, the deliveries whose leases were lost before their outcome was stored, and the webhooks that
 * were turned off.
 */
export function warnOf(
  log: Logger,
  marks: readonly DeliveryOutcome[],
  { held, disabled }: { held: ReadonlySet<string>; disabled: readonly Disabled[] },
): void {
  for (const { lease } of marks) {
    if (!held.has(lease.id)) log.warn({ job: lease.id }, 'the lease of a delivery was lost')
  }
  for (const { subscriptionId, reason } of disabled) {
    log.warn({ subscription: subscriptionId, reason }, 'a webhook was turned off')
  }
}
