import { sql, type Kysely } from 'kysely'
import { addColumn, createTable, makeAppendOnly } from '../ddl.ts'

/**
 * Creates credits: an account of each organization, what is reserved, and an append-only ledger; adds to scans the
 * credits that they were charged. Organizations that exist get an account whose first period begins with its first use;
 * months count from the day that they were made.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'credit_account', [
    'org_id TEXT PRIMARY KEY REFERENCES organization (id) ON DELETE CASCADE',
    'balance BIGINT NOT NULL DEFAULT 0 CHECK (balance >= reserved)',
    'reserved BIGINT NOT NULL DEFAULT 0 CHECK (reserved >= 0)',
    'grant_left BIGINT NOT NULL DEFAULT 0',
    'granted BIGINT NOT NULL DEFAULT 0',
    'used BIGINT NOT NULL DEFAULT 0',
    'anchor_at BIGINT NOT NULL',
    'period_start BIGINT NOT NULL DEFAULT 0',
    'period_end BIGINT NOT NULL DEFAULT 0',
    'is_low INTEGER NOT NULL DEFAULT 0',
    'is_depleted INTEGER NOT NULL DEFAULT 0',
    'seq BIGINT NOT NULL DEFAULT 0',
    'updated_at BIGINT NOT NULL',
  ])
  await sql`INSERT INTO credit_account (org_id, anchor_at, updated_at)
    SELECT id, created_at, created_at FROM organization`.execute(db)
  await addColumn(db, 'scan', 'credits_spent BIGINT')
  await createTable(db, 'credit_reservation', [
    'org_id TEXT NOT NULL REFERENCES organization (id) ON DELETE CASCADE',
    'ref_type TEXT NOT NULL',
    'ref_id TEXT NOT NULL',
    'amount BIGINT NOT NULL CHECK (amount > 0)',
    'lapses_at BIGINT',
    'PRIMARY KEY (org_id, ref_type, ref_id)',
  ])
  await createTable(
    db,
    'credit_ledger',
    [
      'org_id TEXT NOT NULL',
      'seq BIGINT NOT NULL',
      'id TEXT NOT NULL UNIQUE',
      'type TEXT NOT NULL',
      'amount BIGINT NOT NULL',
      'reserved_delta BIGINT NOT NULL',
      'balance_after BIGINT NOT NULL CHECK (balance_after >= 0)',
      'cost BIGINT NOT NULL',
      'reason TEXT NOT NULL',
      'ref_type TEXT',
      'ref_id TEXT',
      'idempotency_key TEXT NOT NULL',
      'actor_type TEXT NOT NULL',
      'actor_id TEXT NOT NULL',
      'at BIGINT NOT NULL',
      'note TEXT',
      'PRIMARY KEY (org_id, seq)',
      'UNIQUE (org_id, idempotency_key)',
    ],
    { clustered: true },
  )
  await makeAppendOnly(db, 'credit_ledger')
  await sql`CREATE INDEX credit_ledger_type ON credit_ledger (org_id, type, seq)`.execute(db)
}
