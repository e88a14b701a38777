import * as z from 'zod'
import type { SentToken } from '../../../db/system/one-time-tokens.ts'
import { deadOneTimeLink, LINK_LIMIT, sentToken } from '../../kernel/credentials/one-time-link.ts'
import { defineOperation, type PublicContext } from '../../kernel/door/operation.ts'
import { LinkToken, NewPassword } from './person-inputs.ts'
import { endUnproven, usedMeanwhile } from './end-unproven.ts'
import { personAudit } from './person-audit.ts'

/**
 * POST /auth/password/reset: sets a new password by a link that was mailed or given. A link that came by mail also
 * proves the address, and ends the rights that were made with an unproven account of it.
 */
export const resetPassword = defineOperation({
  name: 'auth.resetPassword',
  summary: 'Set a new password by the link for a lost one; all sessions end',
  access: { by: 'public' },
  addressLimit: LINK_LIMIT,
  http: { method: 'post', path: '/auth/password/reset', idempotency: 'none' },
  input: z.strictObject({ token: LinkToken, password: NewPassword }),
  output: z.object({}),
  async handler(ctx, { token, password }) {
    const { sent, userId } = await openLink(ctx, token)
    const user = await ctx.app.system.people.findById(userId)
    if (!user) throw deadOneTimeLink()
    const { email } = user
    const change = {
      userId,
      email,
      hash: await ctx.app.passwords.hash(password, user.password_hash),
    }
    const isSet = await (sent.purpose === 'proof'
      ? prove(ctx, sent, change)
      : reset(ctx, sent, change))
    if (!isSet) throw deadOneTimeLink()
    return {}
  },
})

interface Change {
  userId: string
  email: string
  hash: string
}

/** Finds the account that a link is for, by its token. Throws where the link has ended or was used. */
async function openLink({ app }: PublicContext, token: string) {
  for (const purpose of ['proof', 'reset'] as const) {
    const sent = sentToken(token, purpose, app.now())
    const grant = sent && (await app.system.people.findLink(sent))
    if (sent && grant) return { sent, userId: grant.subject }
  }
  throw deadOneTimeLink()
}

async function reset(ctx: PublicContext, sent: SentToken, { userId, hash }: Change) {
  const lines = await linesOf(ctx, userId)
  return ctx.app.system.people.resetPassword(sent, hash, lines)
}

/** Joins every account of the address into that of one person, who has the mailbox. */
async function prove(ctx: PublicContext, sent: SentToken, change: Change): Promise<boolean> {
  const { app } = ctx
  const { email, hash } = change
  const accounts = await app.system.accounts.accountsOf(email)
  const [orgId] = accounts.flatMap(({ unproven_org_id: id }) => id ?? [])
  if (orgId === undefined) return reset(ctx, sent, change)
  const person = { id: app.newId('usr'), email, password_hash: hash, created_at: sent.now }
  const [first] = accounts
  const lines = first?.unproven_org_id === null ? await linesOf(ctx, first.id) : []
  const effects = { end: endUnproven(ctx), lines }
  return app
    .tenant(orgId)
    .transaction((trx) => trx.proveByMail(sent, person, effects))
    .catch(usedMeanwhile)
}

/** Makes the audit lines of a new password, one for each organization of a person. */
async function linesOf(ctx: PublicContext, id: string) {
  const organizations = await ctx.app.system.accounts.memberships(id)
  const actor = { type: 'user', id } as const
  return personAudit(ctx, organizations, { action: 'password.reset', id, actor })
}
