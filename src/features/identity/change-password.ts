import * as z from 'zod'
import { iso } from '../../lib/time/clock.ts'
import { invalidField, ServiceError } from '../../kernel/door/errors.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { NewPassword } from './person-inputs.ts'
import { actorOf } from '../../kernel/door/principal.ts'
import { hashToken, mintToken } from '../../kernel/credentials/tokens.ts'
import { limitGuesses } from './limit-guesses.ts'
import { personAudit } from './person-audit.ts'
import { personOf } from './session.ts'

/**
 * PUT /auth/password: sets a new password. It takes the present password, since somebody else may have found the
 * session. The other sessions end, and this one goes on under another token.
 */
export const changePassword = defineOperation({
  name: 'auth.changePassword',
  summary: 'Change one’s password; the other sessions end, and this one gets a new token',
  access: { by: 'session', role: 'viewer' },
  http: { method: 'put', path: '/auth/password', revealsSecret: 'token', cookie: 'set' },
  input: z.strictObject({
    currentPassword: z.string().min(1).max(1_024),
    password: NewPassword,
  }),
  output: z.object({
    token: z.string().nullable().describe('Shown this once; null for a session in a cookie'),
    expiresAt: z.string(),
  }),
  precheck: async ({ app }) => app.passwords.assertRoom(),
  async handler({ app, caller, principal }, { currentPassword, password }) {
    const { userId, sessionId } = personOf(principal)
    const { accounts, guesses, people } = app.system
    const now = app.now()
    const user = await people.findById(userId)
    const guess = {
      account: app.accountName(user?.email ?? ''),
      address: app.addressName(caller.address),
      at: now,
      userId,
    }
    const judge = async () => {
      const matches = await app.passwords.verify(user?.password_hash, currentPassword)
      return matches ? user : undefined
    }
    const found = await limitGuesses(guesses, guess, judge, {
      isOfAddress: ({ unproven_org_id }) => unproven_org_id === null,
    })
    if (!found) throw invalidField('currentPassword', 'wrong_password', 'This is not your password')
    const token = mintToken('session')
    const to = await app.passwords.hash(password, found.password_hash)
    const lines = personAudit({ app, caller }, await accounts.memberships(userId), {
      action: 'password.change',
      id: userId,
      actor: actorOf(principal),
    })
    const expiresAt = await people.changePassword(
      { userId, from: found.password_hash, to, now },
      { id: sessionId, token_hash: hashToken(token) },
      lines,
    )
    if (expiresAt === undefined) {
      throw new ServiceError('CONFLICT', 'The password was changed at the same time; sign in again')
    }
    return { token, expiresAt: iso(expiresAt) }
  },
})
