import * as z from 'zod'
import { iso } from '../../lib/time/clock.ts'
import { newSession } from '../../auth/new-session.ts'
import { isOneLine } from '../../domain/is-one-line.ts'
import { NEW_PLAN, planEvent } from '../../kernel/plan/change-plan.ts'
import { deadOneTimeLink, LINK_LIMIT, sentToken } from '../../kernel/credentials/one-time-link.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { EmailAddress, LinkToken, NewPassword } from './person-inputs.ts'
import { assertOwnPage, InCookie, SignedIn } from './signed-in.ts'
import { personAudit } from './person-audit.ts'

const OrganizationName = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine(isOneLine, 'Must be one line, without characters that nobody sees')

/**
 * POST /auth/setup: makes the first owner, by a token that only the person who runs the server can have seen. A caller
 * without it gets nothing, and once there is an owner every token is refused.
 */
export const setUp = defineOperation({
  name: 'auth.setup',
  summary: 'Make the owner of a new server and the first organization, by the setup link',
  access: { by: 'public' },
  addressLimit: LINK_LIMIT,
  http: {
    method: 'post',
    path: '/auth/setup',
    status: 201,
    revealsSecret: 'token',
    cookie: 'set',
    idempotency: 'none',
  },
  input: z.strictObject({
    token: LinkToken,
    email: EmailAddress,
    password: NewPassword,
    organization: OrganizationName.describe('Name of the organization'),
    cookie: InCookie,
  }),
  output: SignedIn,
  rules: [({ caller }, { cookie }) => assertOwnPage(caller, cookie)],
  async handler({ app, caller }, { token, email, password, organization: name, cookie }) {
    assertOwnPage(caller, cookie)
    const { people } = app.system
    const sent = sentToken(token, 'setup', app.now())
    // A password is hashed only after the token was found to work: hashing is expensive, and this route is open to
    // everybody.
    if (!sent || !(await people.findLink(sent))) throw deadOneTimeLink()
    const created_at = sent.now
    const organization = { id: app.newId('org'), name, plan: app.defaultPlan, created_at }
    const password_hash = await app.passwords.hash(password)
    const user = { id: app.newId('usr'), email, password_hash, created_at }
    const session = newSession(app, caller, { userId: user.id, orgId: organization.id })
    const lines = personAudit({ app, caller }, [organization], {
      action: 'owner.create',
      id: user.id,
      actor: { type: 'user', id: user.id },
      detail: { by: 'setup link' },
    })
    const event = planEvent(app, organization.id, { ...organization, ...NEW_PLAN })
    const owner = { organization, user, event, session: session.row }
    const isMade = await people.setUp(sent, owner, lines)
    if (!isMade) throw deadOneTimeLink()
    return {
      token: session.token,
      expiresAt: iso(session.row.expires_at),
      user: { id: user.id, email },
      orgId: organization.id,
      organizations: [{ id: organization.id, name, plan: organization.plan, role: 'owner' }],
    }
  },
})
