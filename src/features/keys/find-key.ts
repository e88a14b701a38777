import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { notFound } from '../../kernel/door/errors.ts'

/** Throws NOT_FOUND for a key that is not the organization's. */
export async function findKey(db: TenantDb, id: string) {
  const row = await db.keys.query().selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('key')
  return row
}
