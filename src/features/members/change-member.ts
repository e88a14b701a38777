import * as z from 'zod'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { auditCall } from '../../kernel/door/audit.ts'
import { notFound, ServiceError } from '../../kernel/door/errors.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineOperation, type OrgContext } from '../../kernel/door/operation.ts'
import { actorOf, roleOf, ROLES, type Role } from '../../kernel/door/principal.ts'
import { endRightsOf } from '../../kernel/rights/end-rights-of.ts'
import { EndedRights, nothingEnded, numbersOf } from '../../kernel/rights/ended-rights.ts'
import { rightsSignal } from '../../kernel/rights/rights-signal.ts'
import { Member, toMember } from './member.ts'
import { assertReaches, ownRole } from './own-role.ts'
import { tellOwners } from './tell-owners.ts'

/**
 * PUT /org/members/:id: gives a member another role. It ends their sessions here, so that no token outlives the old
 * role, and narrows the keys, webhooks and invitations that they made to the new one.
 */
export const updateMember = defineOperation({
  name: 'members.update',
  summary:
    'Change the role of a member; their sessions here end, and a lower role narrows or ends what they made',
  access: { by: 'session', role: 'admin' },
  http: { method: 'put', path: '/org/members/:id' },
  input: z.strictObject({ id: PathId, role: z.enum(ROLES) }),
  output: Member.extend({ ended: EndedRights }),
  async handler(ctx, { id, role }) {
    const { member, ended } = await changeMember(ctx, id, role)
    const lastSeen = member.role === role ? {} : { last_seen_at: null }
    return { ...toMember({ ...member, role, ...lastSeen }), ended }
  },
})

/**
 * DELETE /org/members/:id: removes a member; every member may leave, and admins remove others. Everything that the
 * person could still use ends: their sessions here, keys that they made, webhooks that they vouched for, and
 * invitations that they sent.
 */
export const removeMember = defineOperation({
  name: 'members.remove',
  summary:
    'Remove a member, or leave; their sessions, the keys that they made and their invitations end, and their webhooks pause',
  access: { by: 'session', role: 'viewer' },
  http: { method: 'delete', path: '/org/members/:id' },
  input: z.strictObject({ id: PathId }),
  output: z.object({ ended: EndedRights }),
  async handler(ctx, { id }) {
    const { ended } = await changeMember(ctx, id, undefined)
    return { ended }
  },
})

/**
 * Gives a member another role, or removes them where `role` is undefined. Returns the member as they were, and the
 * rights that ended with the old role.
 */
async function changeMember(ctx: OrgContext, id: string, role: Role | undefined) {
  const { app, db } = ctx
  const changed = await db.transaction((trx) => changeRole(ctx, trx, id, role))
  app.signals.changed(rightsSignal(db.orgId))
  const { email, role: before } = changed.member
  await tellOwners(app, db, { email, before: roleOf(before), after: role, ended: changed.ended })
  return changed
}

async function changeRole(ctx: OrgContext, trx: TenantDb, id: string, role: Role | undefined) {
  const { app, caller, principal } = ctx
  await trx.members.lock()
  const own = await ownRole(trx, principal)
  const member = await trx.members.described().where('member.id', '=', id).executeTakeFirst()
  if (!member) throw notFound('member')
  const { user_id: userId, email, role: before } = member
  const isOwn = principal.kind === 'session' && principal.userId === userId
  if (role || !isOwn) assertReaches(own, roleOf(before), ...(role ? [role] : []))
  if (before === role) return { member, ended: nothingEnded() }
  if (before === 'owner') await assertOwnerStays(trx)
  await trx.sessions.endAll(userId).execute()
  const ending = { app, actor: actorOf(principal), requestId: caller.requestId }
  const because = role ? 'member.update' : 'member.remove'
  const ended = await endRightsOf(ending, trx, userId, { because, role })
  await (role ? trx.members.setRole(id, role) : trx.members.delete(id)).execute()
  const change = role ? { from: before, to: role } : { email, role: before }
  await auditCall(ctx, trx, because, id, { userId, ...change, ...numbersOf(ended) })
  return { member, ended }
}

/** Throws CONFLICT where the organization has no other owner. */
async function assertOwnerStays(trx: TenantDb): Promise<void> {
  if ((await trx.members.count('owner')) > 1) return
  throw new ServiceError(
    'CONFLICT',
    'The last owner stays; make somebody else an owner before this one goes',
  )
}
