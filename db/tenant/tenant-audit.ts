import { insertAudit, type AuditLine } from '../system/insert-audit.ts'
import { TenantStore } from './tenant-store.ts'

/** The conditions on listed entries of the audit log; times are in epoch milliseconds. */
interface AuditFilter {
  actorId?: string | undefined
  action?: string | undefined
  targetId?: string | undefined
  /** The first instant of the range. */
  fromMs?: number | undefined
  /** The first instant behind the range. */
  toMs?: number | undefined
  /** The number of the entry that the list goes on behind. */
  beforeSeq?: number | undefined
}

/** The audit log of one organization. */
export class TenantAudit extends TenantStore {
  /** Adds an entry behind the last one of the organization; throws outside of a transaction. */
  insert(entry: Omit<AuditLine, 'org_id'>): Promise<void> {
    return insertAudit(this.handles.write, [{ ...entry, org_id: this.orgId }])
  }

  /**
   * Lists entries, newest first by their numbers, so that a clock that was set back leaves them in order. People and
   * keys have their present names; an account is named only where the organization's own log has it as an actor.
   */
  list(filter: AuditFilter, limit: number) {
    let query = this.handles.scan
      .selectFrom('audit_entry as entry')
      .leftJoin('user_account as person', (join) =>
        join.onRef('person.id', '=', 'entry.actor_id').on('entry.actor_type', '=', 'user'),
      )
      .leftJoin('api_key', (join) =>
        join
          .onRef('api_key.id', '=', 'entry.actor_id')
          .onRef('api_key.org_id', '=', 'entry.org_id'),
      )
      .select([
        'entry.seq',
        'entry.id',
        'entry.at',
        'entry.actor_type',
        'entry.actor_id',
        'person.email as person_email',
        'api_key.name as key_name',
        'entry.action',
        'entry.target_type',
        'entry.target_id',
        'entry.detail',
        'entry.request_id',
        'entry.hash',
      ])
      .where('entry.org_id', '=', this.orgId)
      .orderBy('entry.seq', 'desc')
      .limit(limit)
    const { actorId, action, targetId, fromMs, toMs, beforeSeq } = filter
    if (actorId !== undefined) query = query.where('entry.actor_id', '=', actorId)
    if (action !== undefined) query = query.where('entry.action', '=', action)
    if (targetId !== undefined) query = query.where('entry.target_id', '=', targetId)
    if (fromMs !== undefined) query = query.where('entry.at', '>=', fromMs)
    if (toMs !== undefined) query = query.where('entry.at', '<', toMs)
    if (beforeSeq !== undefined) query = query.where('entry.seq', '<', beforeSeq)
    return query.execute()
  }

  /**
   * Returns action, target and time of the newest entries, newest first; inside a transaction, those that it has added
   * are among them.
   */
  newest(limit: number) {
    return this.handles.read
      .selectFrom('audit_entry')
      .select(['action', 'target_id', 'at'])
      .where('org_id', '=', this.orgId)
      .orderBy('seq', 'desc')
      .limit(limit)
      .execute()
  }

  /** Returns the mail addresses, by id, of those people who are actors in the organization's own log. */
  async addressesOf(ids: readonly string[]): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map()
    const rows = await this.handles.read
      .selectFrom('user_account as person')
      .select(['person.id', 'person.email'])
      .where('person.id', 'in', ids)
      .where((row) =>
        row.exists(
          row
            .selectFrom('audit_entry')
            .select('seq')
            .where('org_id', '=', this.orgId)
            .where('actor_type', '=', 'user')
            .whereRef('actor_id', '=', 'person.id'),
        ),
      )
      .execute()
    return new Map(rows.map(({ id, email }) => [id, email]))
  }

  /** Returns the entries behind a number, oldest first, with all that their hashes are made of. */
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
