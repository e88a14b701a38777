import * as z from 'zod'
import { deadOneTimeLink, LINK_LIMIT, sentToken } from '../../kernel/one-time-link.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { LinkToken, NewPassword } from '../../kernel/person-inputs.ts'
import { personAudit } from './person-audit.ts'

/** POST /auth/password/reset: sets a new password by a link; whoever has the password signs in with it. */
export const resetPassword = defineOperation({
  name: 'auth.resetPassword',
  summary: 'Set a new password by the link for a lost one; all sessions end',
  effect: 'write',
  access: { by: 'public' },
  addressLimit: LINK_LIMIT,
  http: { surface: 'api', method: 'post', path: '/auth/password/reset', idempotency: 'none' },
  input: z.strictObject({ token: LinkToken, password: NewPassword }),
  output: z.object({}),
  async handler({ app, caller }, { token, password }) {
    const { accounts, people } = app.system
    const sent = sentToken(token, 'reset', app.now())
    const grant = sent && (await people.findLink(sent))
    if (!sent || !grant) throw deadOneTimeLink()
    const { subject: id } = grant
    const lines = personAudit(await accounts.memberships(id), {
      action: 'password.reset',
      target: { type: 'user', id },
      actor: { type: 'user', id },
      requestId: caller.requestId,
      at: sent.now,
    })
    const isSet = await people.resetPassword(sent, await app.passwords.hash(password), lines)
    if (!isSet) throw deadOneTimeLink()
    return {}
  },
})
