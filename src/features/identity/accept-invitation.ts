import * as z from 'zod'
import type { SentToken } from '../../../db/system/one-time-tokens.ts'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { audit } from '../../kernel/door/audit.ts'
import { ServiceError } from '../../kernel/door/errors.ts'
import { deadOneTimeLink, LINK_LIMIT, sentToken } from '../../kernel/credentials/one-time-link.ts'
import { defineOperation, type PublicContext } from '../../kernel/door/operation.ts'
import { LinkToken } from './person-inputs.ts'
import { grantedPlan, PLAN_COLUMNS } from '../../kernel/plan/granted-plan.ts'
import { PLAN_LIMITS } from '../../kernel/plan/plans.ts'
import { noSeat } from './seats.ts'
import { assertOwnPage, InCookie, SignedIn } from './signed-in.ts'
import { endUnproven, usedMeanwhile } from './end-unproven.ts'
import { identifyInvited, type Invited } from './identify-invited.ts'
import { openSession } from './sign-in.ts'

/**
 * POST /auth/invitations/accept: makes the person of the invited address a member, and signs them in. A new person sets
 * a password; a person with an account proves it by their password, or by a session that is sent along. A link that
 * came by mail proves the address; one that was in an answer makes an account of this organization alone.
 */
export const acceptInvitation = defineOperation({
  name: 'auth.acceptInvitation',
  summary:
    'Join an organization by the link of an invitation; the answer holds the session token once',
  access: { by: 'public' },
  addressLimit: LINK_LIMIT,
  http: {
    method: 'post',
    path: '/auth/invitations/accept',
    revealsSecret: 'token',
    cookie: 'set',
    idempotency: 'none',
  },
  input: z.strictObject({
    token: LinkToken,
    password: z
      .string()
      .min(1)
      .max(1_024)
      .optional()
      .describe('A new one of 12 to 256 characters, or that of the account there is'),
    cookie: InCookie,
  }),
  output: SignedIn,
  rules: [({ caller }, { cookie }) => assertOwnPage(caller, cookie)],
  async handler(ctx, { token, password, cookie }) {
    const { app, caller } = ctx
    assertOwnPage(caller, cookie)
    const { accounts, people } = app.system
    const sent = sentToken(token, 'invitation', app.now())
    const grant = sent && (await people.findLink(sent))
    if (!sent || !grant?.org_id) throw deadOneTimeLink()
    const db = app.tenant(grant.org_id)
    const invitation = await db.invitations
      .pending(sent.now)
      .select(['email', 'mail'])
      .where('id', '=', grant.subject)
      .executeTakeFirst()
    if (!invitation) throw deadOneTimeLink()
    // A link that is mailed is not in any answer.
    const isMailed = invitation.mail !== 'off'
    const { email } = invitation
    const invited = await identifyInvited(ctx, { email, isMailed }, password)
    const joining = { sent, invitationId: grant.subject, invited, isMailed }
    const id = await db.transaction((trx) => join(ctx, trx, joining)).catch(usedMeanwhile)
    const user = { ...invited.user, id }
    const session = await openSession(ctx, user, db.orgId)
    if (!session) {
      throw new ServiceError('INVALID_CREDENTIAL', 'The password was changed just now; sign in')
    }
    return {
      ...session,
      user: { id: user.id, email: user.email },
      orgId: db.orgId,
      organizations: await accounts.memberships(user.id),
    }
  },
})

interface Joining {
  sent: SentToken
  invitationId: string
  invited: Invited
  isMailed: boolean
}

/**
 * Makes the person a member with the role of the invitation, and uses up its token: of two requests at once one
 * succeeds, and a failure leaves the token as it was. Returns the id of the account, which may have been a member
 * before.
 */
async function join(
  ctx: PublicContext,
  trx: TenantDb,
  { sent, invitationId, invited, isMailed }: Joining,
): Promise<string> {
  const { app, caller } = ctx
  await trx.members.lock()
  const invitation = await trx.invitations.accept(sent, invitationId)
  if (!invitation) throw deadOneTimeLink()
  const org = await trx.organization().select(PLAN_COLUMNS).executeTakeFirstOrThrow()
  const plan = grantedPlan(org, app.now())
  // The plan may have become smaller since the invitation took its seat.
  if ((await trx.members.count()) >= PLAN_LIMITS[plan].maxSeats) throw noSeat(plan)
  const { email } = invited.user
  const userId = await storeAccount(trx, invited)
  const { role } = invitation
  const id = app.newId('mem')
  const at = app.now()
  const { requestId } = caller
  await trx.members.insert({ id, user_id: userId, role, created_at: at }).execute()
  await audit(trx, {
    action: 'member.join',
    target: { type: 'member', id },
    actor: { type: 'user', id: userId },
    detail: { userId, email, role, invitationId },
    requestId,
    at,
  })
  if (isMailed) {
    await trx.takeOver({ email, into: userId, now: at }, endUnproven(ctx))
  }
  return userId
}

async function storeAccount({ members }: TenantDb, { user, as }: Invited): Promise<string> {
  if (as === 'unproven') return members.insertUnproven(user)
  if (as === 'proven') await members.insertProven(user)
  return user.id
}
