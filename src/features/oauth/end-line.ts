import type { AuditLine } from '../../../db/system/insert-audit.ts'
import { auditRow, auditTarget } from '../../kernel/door/audit.ts'
import type { PublicContext } from '../../kernel/door/operation.ts'

/**
 * Makes the audit line of a grant that ends: because its client ends it, or because of a token or code that was sent.
 */
export const endLine = (
  { app, caller }: Pick<PublicContext, 'app' | 'caller'>,
  { keyId, orgId }: { keyId: string; orgId: string },
  because: string,
): AuditLine => ({
  org_id: orgId,
  ...auditRow({
    action: 'key.revoke',
    target: auditTarget('key.revoke', keyId),
    actor: { type: 'key', id: keyId },
    detail: { because },
    requestId: caller.requestId,
    at: app.now(),
  }),
})
