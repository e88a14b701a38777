import * as z from 'zod'
import { roleOf, ROLES } from '../../kernel/principal.ts'
import { iso } from '../../lib/time/clock.ts'

/** An invitation that waits for its answer. The link is no part of it: it is shown once. */
export const Invitation = z
  .object({
    id: z.string(),
    email: z.string(),
    role: z.enum(ROLES),
    invitedBy: z.string(),
    createdAt: z.string(),
    expiresAt: z.string(),
  })
  .meta({ id: 'Invitation' })

interface InvitationRow {
  id: string
  email: string
  role: string
  invited_by: string
  created_at: number
  expires_at: number
}

export const toInvitation = (row: InvitationRow): z.input<typeof Invitation> => ({
  id: row.id,
  email: row.email,
  role: roleOf(row.role),
  invitedBy: row.invited_by,
  createdAt: iso(row.created_at),
  expiresAt: iso(row.expires_at),
})
