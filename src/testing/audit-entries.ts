import { inspectData } from './stored-events.ts'

export interface AuditEntry {
  org_id: string
  actor_type: string
  actor_id: string
  action: string
  target_id: string
  detail: string
  request_id: string | null
}

/** Reads the audit log of an organization, oldest first. */
export const auditEntries = (directory: string, orgId: string): AuditEntry[] =>
  inspectData(directory, (db) =>
    db
      .prepare<[string], AuditEntry>(
        'SELECT org_id, actor_type, actor_id, action, target_id, detail, request_id FROM audit_entry WHERE org_id = ? ORDER BY seq',
      )
      .all(orgId),
  )
