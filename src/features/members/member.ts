import * as z from 'zod'
import { roleOf, ROLES } from '../../kernel/door/principal.ts'
import { iso, isoOrNull } from '../../lib/time/clock.ts'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'

/** A person who is a member of the organization. */
export const Member = z
  .object({
    id: z.string(),
    userId: z.string(),
    email: z.string(),
    role: z.enum(ROLES),
    proven: z
      .boolean()
      .describe(
        'Whether the address is theirs beyond doubt: by a link that came by mail, or by the operator',
      ),
    state: z.enum(['active']).describe('People who are invited are in the list of invitations'),
    createdAt: z.string(),
    lastSeenAt: z
      .string()
      .nullable()
      .describe('When a session of theirs was last used; null where they have none'),
  })
  .meta({ id: 'Member' })

type Described = ReturnType<TenantDb['members']['described']>
type MemberRow = Awaited<ReturnType<Described['execute']>>[number]

export const toMember = (row: MemberRow): z.input<typeof Member> => ({
  id: row.id,
  userId: row.user_id,
  email: row.email,
  role: roleOf(row.role),
  proven: row.unproven_org_id === null,
  state: 'active',
  createdAt: iso(row.created_at),
  lastSeenAt: isoOrNull(row.last_seen_at),
})
