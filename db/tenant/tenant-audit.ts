import { auditPage, type AuditFilter } from '../audit/select-entries.ts'
import { insertAudit, type AuditLine } from '../system/insert-audit.ts'
import { TenantStore } from './tenant-store.ts'

/** The audit log of one organization. */
export class TenantAudit extends TenantStore {
  /** Adds an entry behind the last one; throws outside of a transaction. */
  insert(entry: Omit<AuditLine, 'org_id'>): Promise<void> {
    return insertAudit(this.handles.write, [{ ...entry, org_id: this.orgId }])
  }

  /** Lists entries, newest first by their numbers, with the people and keys as they are named today. */
  list(filter: AuditFilter, limit: number) {
    return auditPage(this.handles.scan, this.orgId, filter, limit)
  }

  /** Returns what the newest entries tell of whom, newest first; inside a transaction also those that it adds. */
  newest(limit: number) {
    return this.handles.read
      .selectFrom('audit_entry')
      .select(['action', 'target_id', 'at'])
      .where('org_id', '=', this.orgId)
      .orderBy('seq', 'desc')
      .limit(limit)
      .execute()
  }

  /** Returns the entries after a number, oldest first, with all that their hashes are made of. */
  chain(afterSeq: number, limit: number) {
    return this.handles.read
      .selectFrom('audit_entry')
      .selectAll()
      .where('org_id', '=', this.orgId)
      .where('seq', '>', afterSeq)
      .orderBy('seq')
      .limit(limit)
      .execute()
  }
}
