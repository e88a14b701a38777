import type { Disabled } from '../../../../db/webhooks/mark-deliveries.ts'
import { auditRow } from '../../../kernel/door/audit.ts'

/** Makes the line of the audit log of a subscription that was turned off. */
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
