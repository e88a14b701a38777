import * as z from 'zod'
import type { OrgContext } from '../../kernel/door/operation.ts'
import { iso } from '../../lib/time/clock.ts'

export const AuditLogEntry = z.object({
  number: z.int().describe('Its place in the log of the organization, from 1 on'),
  id: z.string(),
  at: z.string(),
  actor: z.object({
    type: z.string().describe('user, key or system'),
    id: z.string(),
    name: z
      .string()
      .nullable()
      .describe(
        'Address of a person, to people alone, or name of a key, as it is today; null where there is none',
      ),
  }),
  action: z.string(),
  target: z.object({ type: z.string(), id: z.string() }),
  detail: z.record(z.string(), z.unknown()).describe('Without secrets; before and after a change'),
  requestId: z.string().nullable(),
  hash: z.string().describe('SHA-256 over the hash before and this entry, in hexadecimal'),
})
export type AuditLogEntry = z.infer<typeof AuditLogEntry>

type Listed = Awaited<ReturnType<OrgContext['db']['audit']['list']>>[number]

export const toAuditEntry = (row: Listed): AuditLogEntry => ({
  number: row.seq,
  id: row.id,
  at: iso(row.at),
  actor: {
    type: row.actor_type,
    id: row.actor_id,
    name: (row.actor_type === 'user' ? row.person_email : row.key_name) ?? null,
  },
  action: row.action,
  target: { type: row.target_type, id: row.target_id },
  // @NOTE the column is written by `auditRow` alone, as JSON of an object.
  detail: JSON.parse(row.detail) as Record<string, unknown>,
  requestId: row.request_id,
  hash: Buffer.from(row.hash).toString('hex'),
})

/**
 * Returns an entry without the email addresses of people, and without the name of a person who acted, which no scope of
 * a key covers; their ids stay.
 */
export function withoutAddresses(entry: AuditLogEntry): AuditLogEntry {
  const { email: _, ...detail } = entry.detail
  const name = entry.actor.type === 'user' ? null : entry.actor.name
  return { ...entry, actor: { ...entry.actor, name }, detail }
}
