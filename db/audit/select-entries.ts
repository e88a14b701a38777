import type { Db } from '../tables/schema.ts'

/** What is wanted of the audit log; times in epoch milliseconds. */
export interface AuditFilter {
  actorId?: string | undefined
  action?: string | undefined
  targetId?: string | undefined
  /** The first instant that counts. */
  fromMs?: number | undefined
  /** The first instant that counts no more. */
  toMs?: number | undefined
  /** The list goes on behind the entry of this number. */
  beforeSeq?: number | undefined
}

/**
 * Selects entries of one organization, newest first by their numbers: a clock that was set back leaves them in order.
 * An account is named where the organization's own log has it as an actor.
 */
export function auditPage(db: Db, orgId: string, filter: AuditFilter, limit: number) {
  let query = db
    .selectFrom('audit_entry as entry')
    .leftJoin('user_account as person', (join) =>
      join.onRef('person.id', '=', 'entry.actor_id').on('entry.actor_type', '=', 'user'),
    )
    .leftJoin('api_key', (join) =>
      join.onRef('api_key.id', '=', 'entry.actor_id').onRef('api_key.org_id', '=', 'entry.org_id'),
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
    .where('entry.org_id', '=', orgId)
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
