import * as z from 'zod'
import { iso, isoOrNull } from '../../lib/time/clock.ts'
import { GRANTABLE_SCOPES } from '../../kernel/scopes.ts'

export const KeyScopes = z
  .array(z.enum(GRANTABLE_SCOPES))
  .min(1)
  .max(GRANTABLE_SCOPES.length)
  .describe('What the key may do; the narrowest set that does the job')

/** An API key as it is listed: never the token, only its ends (contract 2.2). */
export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  masked: z.string(),
  scopes: z.array(z.string()),
  status: z.enum(['active', 'expired', 'revoked']),
  createdAt: z.string(),
  createdBy: z.string(),
  lastUsedAt: z.string().nullable(),
  expiresAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
})

interface KeyRow {
  id: string
  name: string
  masked: string
  scopes: string
  created_by: string
  created_at: number
  last_used_at: number | null
  expires_at: number | null
  revoked_at: number | null
}

export function toApiKey(row: KeyRow, nowMs: number): z.input<typeof ApiKey> {
  return {
    id: row.id,
    name: row.name,
    masked: row.masked,
    // @NOTE the column is written by create-key alone, as JSON of a checked list.
    scopes: JSON.parse(row.scopes) as string[],
    status: statusOf(row, nowMs),
    createdAt: iso(row.created_at),
    createdBy: row.created_by,
    lastUsedAt: isoOrNull(row.last_used_at),
    expiresAt: isoOrNull(row.expires_at),
    revokedAt: isoOrNull(row.revoked_at),
  }
}

function statusOf(row: KeyRow, nowMs: number): 'active' | 'expired' | 'revoked' {
  if (row.revoked_at !== null) return 'revoked'
  return row.expires_at !== null && row.expires_at <= nowMs ? 'expired' : 'active'
}
