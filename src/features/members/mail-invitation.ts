import { mailboxOf } from '../../domain/mailbox-of.ts'
import type { AppContext } from '../../kernel/door/app-context.ts'
import type { Mail } from '../../kernel/ports/mailer.ts'
import { DAY_MS, MINUTE_MS } from '../../lib/time/clock.ts'
import type { MailState } from './invitation.ts'

/** What one mailbox gets of invitations, over all organizations. */
const LIMITS = [
  { most: 3, windowMs: 10 * MINUTE_MS },
  { most: 10, windowMs: DAY_MS },
] as const

/**
 * Mails an invitation that is stored, notes what becomes of it, and answers that. Its link is in the message alone, so
 * one that is dropped is of no use to anybody, and says so.
 */
export async function mailInvitation(
  app: AppContext,
  { id, orgId }: { id: string; orgId: string },
  message: Pick<Mail, 'to' | 'subject' | 'text'>,
): Promise<MailState> {
  const { mailer } = app
  if (!mailer) return 'off'
  const { invitations } = app.tenant(orgId)
  const settled = (isSent: boolean) => invitations.setMail(id, isSent ? 'sent' : 'failed')
  const dropped = async (state: 'queue_full' | 'limit_reached') => {
    await invitations.setMail(id, state)
    return state
  }
  // A message that finds no place is not counted.
  if (!mailer.hasRoom(orgId)) return dropped('queue_full')
  const mailbox = app.accountName(`mailbox ${mailboxOf(message.to)}`)
  const permit = { kind: 'invitation', mailbox, at: app.now() } as const
  if (!(await app.system.mailPermits.take(permit, LIMITS))) return dropped('limit_reached')
  return mailer.send({ ...message, orgId, settled }) ? 'waiting' : dropped('queue_full')
}
