import * as z from 'zod'
import type { OwnRow } from '../../../db/tenant/tenant-store.ts'
import { roleOf, ROLES } from '../../kernel/door/principal.ts'
import { HOUR_MS, iso } from '../../lib/time/clock.ts'

/** The states of the mail of an invitation. */
const MAIL_STATES = ['waiting', 'sent', 'failed', 'limit_reached', 'queue_full'] as const

/** The state of an invitation's mail as it is stored; `off` where no mail server is set up. */
export type MailState = (typeof MAIL_STATES)[number] | 'off'

/**
 * The milliseconds after which a message that still waits counts as lost together with its process: the queue holds no
 * message for longer.
 */
const LOST_MS = HOUR_MS

/** An invitation that can still be accepted, without its link, which is shown once. */
export const Invitation = z
  .object({
    id: z.string(),
    email: z.string(),
    role: z.enum(ROLES),
    invitedBy: z.string(),
    createdAt: z.string(),
    expiresAt: z.string(),
    mail: z
      .enum(MAIL_STATES)
      .optional()
      .describe(
        'waiting, sent, or dropped: failed (the mail server did not take it), limit_reached (three to one address in ten minutes, ' +
          'ten a day) or queue_full. Of one that was dropped nobody has the link: invite again. Absent where the link was in the answer',
      ),
  })
  .meta({ id: 'Invitation' })

type InvitationRow = OwnRow<'invitation'>

export const toInvitation = (row: InvitationRow, now: number): z.input<typeof Invitation> => ({
  id: row.id,
  email: row.email,
  role: roleOf(row.role),
  invitedBy: row.invited_by,
  createdAt: iso(row.created_at),
  expiresAt: iso(row.expires_at),
  ...mailOf(row, now),
})

function mailOf({ mail, created_at }: InvitationRow, now: number) {
  if (mail === 'off') return {}
  const state = MAIL_STATES.find((one) => one === mail) ?? 'failed'
  return { mail: state === 'waiting' && now - created_at > LOST_MS ? 'failed' : state } as const
}
