import { sql, type Kysely } from 'kysely'
import { chainHash, CHAIN_START, type PlacedAuditEntry } from '../audit/chain-hash.ts'
import { createTable, makeAppendOnly } from '../ddl.ts'

/** The number of entries that are held in memory at once, however long the log is. */
const STEP_ROWS = 200

/**
 * Chains the audit log: each entry of an organization has a number and a hash over the one before. The present log
 * becomes the beginning of the chain, in the order of its ids, which is that of its times.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TABLE IF EXISTS audit_entry_chained`.execute(db)
  await createTable(
    db,
    'audit_entry_chained',
    [
      'org_id TEXT NOT NULL',
      'seq BIGINT NOT NULL',
      'id TEXT NOT NULL UNIQUE',
      'actor_type TEXT NOT NULL',
      'actor_id TEXT NOT NULL',
      'action TEXT NOT NULL',
      'target_type TEXT NOT NULL',
      'target_id TEXT NOT NULL',
      'detail TEXT NOT NULL',
      'request_id TEXT',
      'at BIGINT NOT NULL',
      'hash BYTES NOT NULL',
      'PRIMARY KEY (org_id, seq)',
    ],
    { clustered: true },
  )
  await chainAll(db)
  await sql`DROP TABLE audit_entry`.execute(db)
  await sql`ALTER TABLE audit_entry_chained RENAME TO audit_entry`.execute(db)
  await makeAppendOnly(db, 'audit_entry')
  // This index comes last: where it exists, the whole migration has run.
  await sql`CREATE INDEX audit_entry_target ON audit_entry (org_id, target_id, seq)`.execute(db)
}

interface Link {
  orgId: string
  id: string
  seq: number
  hash: Buffer
}

async function chainAll(db: Kysely<unknown>): Promise<void> {
  let last: Link = { orgId: '', id: '', seq: 0, hash: CHAIN_START }
  for (;;) {
    const { rows } = await sql<
      Omit<PlacedAuditEntry, 'seq'>
    >`SELECT org_id, id, actor_type, actor_id, action, target_type, target_id,
      detail, request_id, at FROM audit_entry WHERE (org_id, id) > (${last.orgId}, ${last.id})
      ORDER BY org_id, id LIMIT ${STEP_ROWS}`.execute(db)
    if (rows.length === 0) return
    const values = rows.map((row) => {
      const before = last.orgId === row.org_id ? last : { seq: 0, hash: CHAIN_START }
      const seq = before.seq + 1
      last = { orgId: row.org_id, id: row.id, seq, hash: chainHash(before.hash, { ...row, seq }) }
      return sql`(${row.org_id}, ${seq}, ${row.id}, ${row.actor_type}, ${row.actor_id}, ${row.action}, ${row.target_type},
        ${row.target_id}, ${row.detail}, ${row.request_id}, ${row.at}, ${last.hash})`
    })
    await sql`INSERT INTO audit_entry_chained (org_id, seq, id, actor_type, actor_id, action, target_type, target_id,
      detail, request_id, at, hash) VALUES ${sql.join(values)}`.execute(db)
  }
}
