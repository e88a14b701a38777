import * as z from 'zod'
import { iso } from '../../lib/time/clock.ts'
import { notFound } from '../../kernel/door/errors.ts'
import { defineOperation, type OrgContext } from '../../kernel/door/operation.ts'
import { actorOf } from '../../kernel/door/principal.ts'
import { OwnOrganization } from './signed-in.ts'
import { personAudit } from './person-audit.ts'
import { personOf } from './session.ts'

const CurrentSession = z.object({
  user: z.object({
    id: z.string(),
    email: z.string(),
    isProven: z
      .boolean()
      .describe('False until a link that came by mail has proven the address to be theirs'),
  }),
  organization: OwnOrganization.describe('Where the session is'),
  role: z.string(),
  organizations: z.array(OwnOrganization),
  session: z.object({ id: z.string(), createdAt: z.string(), expiresAt: z.string() }),
})

/** GET /auth/session: returns the person who calls, and the organization of the session. */
export const getSession = defineOperation({
  name: 'auth.session',
  summary: 'Who is signed in, in which organization and role, and in which others',
  access: { by: 'session', role: 'viewer' },
  http: { method: 'get', path: '/auth/session' },
  input: z.strictObject({}),
  output: CurrentSession,
  handler: (ctx) => describe(ctx, ctx.principal.orgId),
})

/** PUT /auth/session: switches the session to another organization of the same person; its token stays. */
export const switchOrganization = defineOperation({
  name: 'auth.switchOrganization',
  summary: 'Go on in another organization of the same person',
  access: { by: 'session', role: 'viewer' },
  http: { method: 'put', path: '/auth/session' },
  input: z.strictObject({ orgId: z.string().min(1).max(64) }),
  output: CurrentSession,
  async handler(ctx, { orgId }) {
    const { app, principal } = ctx
    const { userId, sessionId: id } = personOf(principal)
    const lines = personAudit(ctx, [{ id: orgId }], {
      action: 'session.switch',
      id,
      actor: actorOf(principal),
      detail: { from: principal.orgId },
    })
    const isMember = await app.system.people.moveSession({ id, userId }, orgId, lines)
    if (!isMember) throw notFound('organization of yours')
    return describe(ctx, orgId)
  },
})

async function describe({ app, principal }: OrgContext, orgId: string) {
  const { userId, sessionId } = personOf(principal)
  const { accounts, people } = app.system
  const [user, organizations, session] = await Promise.all([
    people.findById(userId),
    accounts.memberships(userId),
    people.findSession(sessionId),
  ])
  const organization = organizations.find(({ id }) => id === orgId)
  // The session ended during this request.
  if (!user || !organization || !session) throw notFound('session')
  return {
    user: { id: user.id, email: user.email, isProven: user.unproven_org_id === null },
    organization,
    role: organization.role,
    organizations,
    session: {
      id: sessionId,
      createdAt: iso(session.created_at),
      expiresAt: iso(session.expires_at),
    },
  }
}
