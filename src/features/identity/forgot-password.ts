import * as z from 'zod'
import { MINUTE_MS } from '../../lib/time/clock.ts'
import type { AppContext } from '../../kernel/app-context.ts'
import { ServiceError } from '../../kernel/errors.ts'
import { makeOneTimeLink } from '../../kernel/one-time-link.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { EmailAddress } from '../../kernel/person-inputs.ts'
import { personAudit } from './person-audit.ts'

const WINDOW_MS = 15 * MINUTE_MS
/** So many messages go to one account, whoever asks, and so many questions come from one address. */
const MOST = { ofAccount: 3, ofAddress: 20 }

/** Whom a link is for that nobody gets. */
const NOBODY = 'nobody'

/**
 * POST /auth/password/forgot: mails a link where there is such an account. It does the same work and gives the same answer
 * where there is none, so that it tells nobody who has an account.
 */
export const forgotPassword = defineOperation({
  name: 'auth.forgotPassword',
  summary: 'Mail a link for a new password, where there is such an account',
  effect: 'write',
  access: { by: 'public' },
  addressLimit: { name: 'forgot-password', requestsPerMinute: 20 },
  http: {
    surface: 'api',
    method: 'post',
    path: '/auth/password/forgot',
    status: 202,
    idempotency: 'none',
  },
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
    if (!(await mayBeMailed(app, email))) return { mail: true }
    const user = await system.accounts.findUser(email)
    const subject = user?.id ?? NOBODY
    const organizations = await system.accounts.memberships(subject)
    const now = app.now()
    const { row, url } = makeOneTimeLink(app.publicUrl, { purpose: 'reset', subject, now })
    const lines = personAudit(organizations, {
      action: 'password.link',
      target: { type: 'user', id: subject },
      actor: { type: 'system', id: 'anonymous' },
      detail: { by: 'mail' },
      requestId: caller.requestId,
      at: now,
    })
    await system.people.addLink(row, lines)
    if (user) mailer.send({ to: user.email, ...messageWith(url, app.publicUrl) })
    return { mail: true }
  },
})

/** Throws RATE_LIMITED for an address that asks for ever more accounts. */
async function limitAddress(app: AppContext, address: string): Promise<void> {
  const client = app.addressName(address)
  const at = app.now()
  const begun = await app.system.guesses.begin(
    { account: app.accountName(`forgot from ${client}`), address: client, at },
    { windowMs: WINDOW_MS, ofAddress: MOST.ofAddress, ofAccount: MOST.ofAddress },
  )
  if (!('againAtMs' in begun)) return
  const retryAfterSeconds = Math.ceil((begun.againAtMs - at) / 1_000)
  throw new ServiceError('RATE_LIMITED', `Too many; try again in ${retryAfterSeconds} s`, {
    retryAfterSeconds,
  })
}

/** False where the account was mailed often enough. It is not said, since it says nothing of who asks. */
async function mayBeMailed(app: AppContext, email: string): Promise<boolean> {
  const begun = await app.system.guesses.begin(
    { account: app.accountName(`forgot ${email}`), address: '', at: app.now() },
    { windowMs: WINDOW_MS, ofAddress: MOST.ofAccount, ofAccount: MOST.ofAccount },
  )
  return !('againAtMs' in begun)
}

const messageWith = (url: string, publicUrl: string) => ({
  subject: 'A new password for Citable',
  text: [
    `Somebody asked for a new password for your account at ${publicUrl}.`,
    'This link sets one. It works once, for an hour, and ends all your sessions:',
    '',
    url,
    '',
    'If it was not you, do nothing: your password stays as it is.',
    '',
  ].join('\n'),
})
