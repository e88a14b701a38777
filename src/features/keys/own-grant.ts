import * as z from 'zod'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { notFound } from '../../kernel/door/errors.ts'
import { ApiKey, listIn, showKey, showKeys, type KeyRow } from './key.ts'

/** A grant as the person who made it sees it. */
export const OwnGrant = ApiKey.pick({
  id: true,
  name: true,
  client: true,
  resource: true,
  scopes: true,
  siteIds: true,
  readersWords: true,
  createdAt: true,
  lastUsedAt: true,
  expiresAt: true,
  narrowedAt: true,
})
  .extend({ asked: z.array(z.string()).describe('The scopes that the assistant asked for') })
  .meta({ id: 'OwnGrant' })

export async function showGrants(
  db: TenantDb,
  rows: readonly KeyRow[],
  nowMs: number,
): Promise<z.input<typeof OwnGrant>[]> {
  const shown = await showKeys(db, rows, nowMs)
  const askedById = new Map(rows.map(({ id, asked }) => [id, listIn(asked) ?? []]))
  return shown.map((key) => ({ ...key, asked: askedById.get(key.id) ?? [] }))
}

export const showGrant = async (db: TenantDb, row: KeyRow, nowMs: number) => ({
  ...(await showKey(db, row, nowMs)),
  asked: listIn(row.asked) ?? [],
})

/** Finds a grant that this person made, by its id. Throws NOT_FOUND for another person's grant, and for a key. */
export async function findOwnGrant(db: TenantDb, userId: string, id: string): Promise<KeyRow> {
  const row = await db.keys
    .query()
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', 'oauth')
    .where('created_by', '=', userId)
    .executeTakeFirst()
  if (!row) throw notFound('grant')
  return row
}
