import type { Db, Trx } from '../tables/schema.ts'
import { chainHash, CHAIN_START, type NewAuditEntry } from './chain-hash.ts'

/**
 * Adds entries to the audit log, each behind the last one of its organization. It is the only way in. Throws outside of
 * a transaction: between looking for the last entry and adding one nobody else may add one, and the entry must exist
 * exactly when what it tells happened.
 */
export async function appendAudit(db: Db | Trx, entries: readonly NewAuditEntry[]): Promise<void> {
  if (!db.isTransaction) throw new Error('An audit entry is made in the transaction of its cause')
  for (const entry of entries) {
    const last = await db
      .selectFrom('audit_entry')
      .select(['seq', 'hash'])
      .where('org_id', '=', entry.org_id)
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst()
    const placed = { ...entry, seq: (last?.seq ?? 0) + 1 }
    const hash = chainHash(last?.hash ?? CHAIN_START, placed)
    await db
      .insertInto('audit_entry')
      .values({ ...placed, hash })
      .execute()
  }
}
