import type { AuditLine } from '../../../db/system/insert-audit.ts'
import { auditRow, auditTarget, type AuditAction } from '../../kernel/door/audit.ts'
import type { PublicContext } from '../../kernel/door/operation.ts'
import type { Actor } from '../../kernel/door/principal.ts'

interface PersonEvent {
  action: AuditAction
  /** The id of the target in the audit line: the user, session or other object that the action changes. */
  id: string
  actor: Actor
  detail?: Readonly<Record<string, unknown>>
}

/** Makes the audit lines of a person's action that concerns each of their organizations: one line for each. */
export const personAudit = (
  { app, caller }: Pick<PublicContext, 'app' | 'caller'>,
  organizations: readonly { id: string }[],
  { action, id: targetId, ...event }: PersonEvent,
): AuditLine[] =>
  organizations.map(({ id }) => {
    const target = auditTarget(action, targetId)
    const { requestId } = caller
    return { org_id: id, ...auditRow({ action, target, ...event, requestId, at: app.now() }) }
  })
