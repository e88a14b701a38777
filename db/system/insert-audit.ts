import type { Selectable } from 'kysely'
import { chainHash, CHAIN_START } from '../audit/chain-hash.ts'
import type { Db, Tables, Trx } from '../tables/schema.ts'

/** An entry of the audit log with its organization, before the entry has a place and a hash in the chain. */
export type AuditLine = Omit<Selectable<Tables['audit_entry']>, 'seq' | 'hash'>

/**
 * Adds entries to the audit log, each behind the last one of its organization; no other function adds any. Throws
 * outside of a transaction: between looking for the last entry and adding one, no other entry may come, and the entry
 * must exist exactly when the change that it records happened.
 *
 * @NOTE org_id comes with each line: what a person does concerns every organization of theirs.
 */
export async function insertAudit(db: Db | Trx, lines: readonly AuditLine[]): Promise<void> {
  if (!db.isTransaction) throw new Error('An audit entry is made in the transaction of its cause')
  for (const line of lines) {
    const last = await db
      .selectFrom('audit_entry')
      .select(['seq', 'hash'])
      .where('org_id', '=', line.org_id)
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst()
    const placed = { ...line, seq: (last?.seq ?? 0) + 1 }
    const hash = chainHash(last?.hash ?? CHAIN_START, placed)
    await db
      .insertInto('audit_entry')
      .values({ ...placed, hash })
      .execute()
  }
}
