import { sql } from 'kysely'
import type { Db } from '../tables/schema.ts'

/** The last entry of an organization's audit log. */
export interface StoredHead {
  org_id: string
  seq: number
  hash: Buffer
}

/**
 * Returns the last entries of the logs of organizations, in the order of their ids.
 * @NOTE no organization is given: it returns the end of each log, and nothing that is in it.
 */
export async function auditHeads(db: Db, afterOrgId: string, limit: number): Promise<StoredHead[]> {
  const { rows } =
    await sql<StoredHead>`SELECT entry.org_id, entry.seq, entry.hash FROM organization
    JOIN audit_entry AS entry ON entry.org_id = organization.id AND entry.seq =
      (SELECT MAX(seq) FROM audit_entry WHERE org_id = organization.id)
    WHERE organization.id > ${afterOrgId} ORDER BY organization.id LIMIT ${limit}`.execute(db)
  return rows
}
