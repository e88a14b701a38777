import { ServiceError } from '../../kernel/door/errors.ts'
import type { Plan } from '../../kernel/plan/plans.ts'
import type { OrgPrincipal } from '../../kernel/door/principal.ts'
import type { CsvForm } from '../../kernel/reads/list-file.ts'
import type { AuditLogEntry } from './audit-entry.ts'

const EXPORT_PLANS: ReadonlySet<Plan> = new Set(['enterprise', 'self_hosted'])

/** Throws PLAN_REQUIRED on a plan without exports of the log; the operator has the log itself. */
export function assertPlanExports({ kind, plan }: OrgPrincipal): void {
  if (kind === 'operator' || EXPORT_PLANS.has(plan)) return
  throw new ServiceError('PLAN_REQUIRED', 'Export of the audit log needs the Enterprise plan')
}

/** The columns of an audit log that is exported as CSV. */
export const auditColumns: CsvForm<AuditLogEntry> = {
  number: (entry) => entry.number,
  id: (entry) => entry.id,
  at: (entry) => entry.at,
  actorType: ({ actor }) => actor.type,
  actorId: ({ actor }) => actor.id,
  actorName: ({ actor }) => actor.name,
  action: (entry) => entry.action,
  targetType: ({ target }) => target.type,
  targetId: ({ target }) => target.id,
  detail: ({ detail }) => JSON.stringify(detail),
  requestId: (entry) => entry.requestId,
  hash: (entry) => entry.hash,
}
