import { addressOf } from '../../kernel/door/surface.ts'
import type { AppContext } from '../../kernel/door/app-context.ts'
import { mailWords } from '../../domain/mail-words.ts'
import type { Mail } from '../../kernel/ports/mailer.ts'
import { iso } from '../../lib/time/clock.ts'

interface InvitationWords {
  email: string
  role: string
  organization: string
  link: string
  expires_at: number
}

/** The route that takes the token of the link. */
export const ACCEPT_PATH = addressOf({ surface: 'api', path: '/auth/invitations/accept' })

/** Makes the mail of an invitation. The organization's name is the only text in it that people chose. */
export function invitationMail(
  { email, role, organization, link, expires_at }: InvitationWords,
  { publicUrl }: Pick<AppContext, 'publicUrl'>,
): Pick<Mail, 'to' | 'subject' | 'text'> {
  const name = mailWords(organization)
  return {
    to: email,
    subject: `Invitation to ${name}`,
    text: [
      `You are invited to ${name} as ${role}, on ${publicUrl}.`,
      `The link works once, until ${iso(expires_at).slice(0, 10)}:`,
      link,
      `Without a page for it, send what stands behind # as {"token": "…", "password": "…"} to POST ${publicUrl}${ACCEPT_PATH}.`,
      'If you did not expect this, do nothing.',
    ].join('\n\n'),
  }
}
