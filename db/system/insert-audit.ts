import type { Selectable } from 'kysely'
import type { Tables, Trx } from '../tables/schema.ts'

/** A line of the audit log with the organization that it belongs to. */
export type AuditLine = Selectable<Tables['audit_entry']>

/**
 * Writes lines of the audit log inside the transaction of what they tell.
 * @NOTE org_id comes with each line: what a person does concerns every organization of theirs.
 */
export async function insertAudit(trx: Trx, lines: readonly AuditLine[]): Promise<void> {
  for (const line of lines) await trx.insertInto('audit_entry').values(line).execute()
}
