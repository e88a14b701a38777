import * as z from 'zod'
import type { OwnRow } from '../../../db/tenant/tenant-store.ts'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { existingSites } from '../sites/face.ts'
import { iso, isoOrNull } from '../../lib/time/clock.ts'
import { notFound } from '../../kernel/door/errors.ts'

/** An API key or a grant as lists show it: with the first and last characters of its token (contract 2.2). */
export const ApiKey = z.object({
  id: z.string(),
  kind: z
    .enum(['static', 'oauth'])
    .describe(
      'static: a key that is sent as it is; oauth: a grant, which a person made to an assistant',
    ),
  name: z.string(),
  masked: z.string(),
  client: z
    .object({
      name: z.string().nullable().describe('As it calls itself'),
      host: z.string().nullable().describe('Where the person was led back to'),
    })
    .nullable()
    .describe('The assistant that a grant was made to; null for a key'),
  resource: z
    .string()
    .nullable()
    .describe('The one address that a grant opens, with those of sites below it; null for a key'),
  scopes: z.array(z.string()),
  siteIds: z
    .array(z.string())
    .nullable()
    .describe('The sites that it is for, as far as they still exist; null is every site'),
  readersWords: z
    .boolean()
    .describe('Whether the scopes reach what readers wrote; false for a grant that leaves it out'),
  allowedIps: z
    .array(z.string())
    .nullable()
    .describe('Where it may be used from; null is anywhere'),
  status: z.enum(['active', 'expired', 'revoked']),
  createdAt: z.string(),
  createdBy: z.string(),
  lastUsedAt: z.string().nullable().describe('To the minute or so'),
  expiresAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
  rotatedFrom: z.string().nullable().describe('The key that it replaced'),
  rotatedAt: z.string().nullable().describe('When another key replaced it'),
  narrowedAt: z
    .string()
    .nullable()
    .describe(
      'When it last lost rights, with the role of who made it or as a grant that was changed',
    ),
})

export type KeyRow = Omit<OwnRow<'api_key'>, 'token_hash'>

/** Makes the answers for keys, with those of their sites that still exist. */
export async function showKeys(
  db: TenantDb,
  rows: readonly KeyRow[],
  nowMs: number,
): Promise<z.input<typeof ApiKey>[]> {
  const named = new Set(rows.flatMap(({ site_ids }) => listIn(site_ids) ?? []))
  const existing = await existingSites(db, [...named])
  return rows.map((row) => toApiKey(row, nowMs, existing))
}

export async function showKey(
  db: TenantDb,
  row: KeyRow,
  nowMs: number,
): Promise<z.input<typeof ApiKey>> {
  const [shown] = await showKeys(db, [row], nowMs)
  if (!shown) throw new Error('One row is one key')
  return shown
}

const toApiKey = (
  row: KeyRow,
  nowMs: number,
  existing: ReadonlySet<string>,
): z.input<typeof ApiKey> => ({
  id: row.id,
  kind: row.kind === 'oauth' ? 'oauth' : 'static',
  name: row.name,
  masked: row.masked,
  client: row.kind === 'oauth' ? { name: row.client_name, host: row.client_host } : null,
  resource: row.resource,
  scopes: listIn(row.scopes) ?? [],
  siteIds: listIn(row.site_ids)?.filter((id) => existing.has(id)) ?? null,
  readersWords: row.words === 1,
  allowedIps: listIn(row.allowed_ips),
  status: statusOf(row, nowMs),
  createdAt: iso(row.created_at),
  createdBy: row.created_by,
  lastUsedAt: isoOrNull(row.last_used_at),
  expiresAt: isoOrNull(row.expires_at),
  revokedAt: isoOrNull(row.revoked_at),
  rotatedFrom: row.rotated_from,
  rotatedAt: isoOrNull(row.rotated_at),
  narrowedAt: isoOrNull(row.narrowed_at),
})

// @NOTE these columns are written by us alone, as JSON of checked lists.
export const listIn = (column: string | null): string[] | null =>
  column === null ? null : (JSON.parse(column) as string[])

export function statusOf(
  row: Pick<KeyRow, 'revoked_at' | 'expires_at'>,
  nowMs: number,
): 'active' | 'expired' | 'revoked' {
  if (row.revoked_at !== null) return 'revoked'
  return row.expires_at !== null && row.expires_at <= nowMs ? 'expired' : 'active'
}

/** Finds a key or grant of the organization by its id. Throws NOT_FOUND. */
export async function findKey(db: TenantDb, id: string) {
  const row = await db.keys.query().selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('key')
  return row
}
