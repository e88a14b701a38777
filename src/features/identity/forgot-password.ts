import * as z from 'zod'
import { mailboxOf } from '../../domain/mailbox-of.ts'
import { MINUTE_MS } from '../../lib/time/clock.ts'
import type { AppContext } from '../../kernel/door/app-context.ts'
import { ServiceError } from '../../kernel/door/errors.ts'
import { makeOneTimeLink } from '../../kernel/credentials/one-time-link.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { EmailAddress } from './person-inputs.ts'
import { personAudit } from './person-audit.ts'

const WINDOW_MS = 15 * MINUTE_MS
/** The most messages that one mailbox gets in a window, over all callers. */
const TO_MAILBOX = [{ most: 3, windowMs: WINDOW_MS }] as const
/** The most requests from one network address in a window. */
const MOST_FROM_ADDRESS = 20

/** The subject of a link that is made where there is no account, and that is never sent. */
const NOBODY = 'nobody'

/**
 * POST /auth/password/forgot: mails a link for a new password where the address has an account. It does the same work
 * and gives the same answer where there is no account, where the mailbox has had enough messages, and where the queue
 * is full, so that the answer does not say who has an account.
 */
export const forgotPassword = defineOperation({
  name: 'auth.forgotPassword',
  summary: 'Mail a link for a new password, where there is such an account',
  access: { by: 'public' },
  addressLimit: { name: 'forgot-password', requestsPerMinute: 20 },
  http: { method: 'post', path: '/auth/password/forgot', status: 202, idempotency: 'none' },
  input: z.strictObject({ email: EmailAddress }),
  output: z.object({
    mail: z
      .boolean()
      .describe('This server sends mail; where it does not, whoever runs it can make a link'),
  }),
  async handler({ app, caller }, { email }) {
    const { mailer, system } = app
    if (!mailer) return { mail: false }
    await limitAddress(app, caller.address)
    const isPermitted = await takePermit(app, email)
    const accounts = await system.accounts.accountsOf(email)
    const [user] = isPermitted ? accounts : []
    const subject = user?.id ?? NOBODY
    const organizations = await Promise.all(
      (user ? accounts : [{ id: NOBODY }]).map(({ id }) => system.accounts.memberships(id)),
    )
    const now = app.now()
    const { row, url } = makeOneTimeLink(app.publicUrl, { purpose: 'proof', subject, now })
    const lines = personAudit({ app, caller }, organizations.flat(), {
      action: 'password.link',
      id: subject,
      actor: { type: 'system', id: 'anonymous' },
      detail: { by: 'mail' },
    })
    await system.people.addLink(row, lines)
    const isProving = accounts.some(({ unproven_org_id }) => unproven_org_id !== null)
    const message = messageWith(url, { publicUrl: app.publicUrl, isProving })
    if (user) mailer.send({ to: user.email, ...message })
    return { mail: true }
  },
})

/** Throws RATE_LIMITED for a network address that makes too many requests. */
async function limitAddress(app: AppContext, address: string): Promise<void> {
  const client = app.addressName(address)
  const at = app.now()
  const begun = await app.system.guesses.begin(
    { account: app.accountName(`forgot from ${client}`), address: client, at },
    { windowMs: WINDOW_MS, ofAddress: MOST_FROM_ADDRESS, ofAccount: MOST_FROM_ADDRESS },
  )
  if (!('againAtMs' in begun)) return
  const retryAfterSeconds = Math.ceil((begun.againAtMs - at) / 1_000)
  throw new ServiceError('RATE_LIMITED', `Too many; try again in ${retryAfterSeconds} s`, {
    retryAfterSeconds,
  })
}

/**
 * Returns true where the mailbox may get one more message, and counts it. The caller does not learn the result, since
 * they may be another person.
 */
const takePermit = (app: AppContext, email: string): Promise<boolean> =>
  app.system.mailPermits.take(
    { kind: 'reset', mailbox: app.accountName(`mailbox ${mailboxOf(email)}`), at: app.now() },
    TO_MAILBOX,
  )

const PROVES =
  'It proves that this address is yours: what was made with it before ends too, such as keys, invitations and links.'

const messageWith = (
  url: string,
  { publicUrl, isProving }: { publicUrl: string; isProving: boolean },
) => ({
  subject: 'A new password for Citable',
  text: [
    `Somebody asked for a new password for your account at ${publicUrl}`,
    '',
    'This link sets one. It works once, for an hour, and ends all your sessions:',
    '',
    url,
    '',
    ...(isProving ? [PROVES, ''] : []),
    'If it was not you, do nothing: your password stays as it is.',
    '',
  ].join('\n'),
})
