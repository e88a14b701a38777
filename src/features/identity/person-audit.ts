import type { AuditLine } from '../../../db/system/insert-audit.ts'
import { auditRow } from '../../kernel/door/audit.ts'

/** Makes the audit of what a person did that concerns every organization of theirs: one line for each. */
export const personAudit = (
  organizations: readonly { id: string }[],
  event: Parameters<typeof auditRow>[0],
): AuditLine[] => organizations.map(({ id }) => ({ org_id: id, ...auditRow(event) }))
