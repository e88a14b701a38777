import type { SqliteConnection } from '../../db/sqlite/connect.ts'

/**
 * Each statement finds what the ledger of an organization must not have: sums that differ from the account or from what is
 * reserved, a balance below zero, an entry that says another balance than the entries up to it make up, gaps, and debits
 * of the same work.
 */
const FAULTS: Readonly<Record<string, string>> = {
  'the sum of amounts is not the balance': `SELECT 1 FROM credit_account AS account WHERE balance <>
    (SELECT COALESCE(SUM(amount), 0) FROM credit_ledger WHERE org_id = account.org_id)`,
  'the sum of reservations is not what is reserved': `SELECT 1 FROM credit_account AS account WHERE reserved <>
    (SELECT COALESCE(SUM(reserved_delta), 0) FROM credit_ledger WHERE org_id = account.org_id)`,
  'open reservations are not what is reserved': `SELECT 1 FROM credit_account AS account WHERE reserved <>
    (SELECT COALESCE(SUM(amount), 0) FROM credit_reservation WHERE org_id = account.org_id)`,
  'a balance is below zero, or below what is reserved': `SELECT 1 FROM
    (SELECT SUM(amount) OVER entries AS balance, SUM(reserved_delta) OVER entries AS reserved, balance_after
     FROM credit_ledger WINDOW entries AS (PARTITION BY org_id ORDER BY seq))
    WHERE balance < 0 OR reserved < 0 OR balance <> balance_after`,
  'an account has more reserved than it has, or a part that is none': `SELECT 1 FROM credit_account
    WHERE reserved < 0 OR balance < reserved OR grant_left < 0 OR grant_left > balance`,
  'the ledger has gaps': `SELECT 1 FROM credit_account AS account WHERE seq <>
    (SELECT COUNT(*) FROM credit_ledger WHERE org_id = account.org_id)`,
  'work is charged twice': `SELECT 1 FROM credit_ledger WHERE type = 'debit'
    GROUP BY org_id, ref_type, ref_id HAVING COUNT(*) > 1`,
}

/** Returns what is wrong with the credits in a file. */
export const ledgerFaults = (file: SqliteConnection): string[] =>
  Object.entries(FAULTS).flatMap(([fault, finds]) => (file.prepare(finds).get() ? fault : []))
