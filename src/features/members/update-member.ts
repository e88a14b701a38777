import * as z from 'zod'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { auditCall } from '../../kernel/door/audit.ts'
import { endRightsOf } from '../../kernel/rights/end-rights-of.ts'
import { EndedRights, nothingEnded, numbersOf } from '../../kernel/rights/ended-rights.ts'
import { notFound } from '../../kernel/door/errors.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineOperation, type OrgContext } from '../../kernel/door/operation.ts'
import { actorOf, roleOf, ROLES, type Role } from '../../kernel/door/principal.ts'
import { rightsSignal } from '../../kernel/rights/rights-signal.ts'
import { assertOwnerStays } from './assert-owner-stays.ts'
import { Member, toMember } from './member.ts'
import { assertReaches, ownRole } from './own-role.ts'
import { tellOwners } from './tell-owners.ts'

/**
 * PUT /org/members/:id: another role ends the sessions of the person here, so that no token outlives it, and what they made
 * does no more than the role allows.
 */
export const updateMember = defineOperation({
  name: 'members.update',
  summary:
    'Change the role of a member; their sessions here end, and a lower role narrows or ends what they made',
  effect: 'write',
  access: { by: 'session', role: 'admin' },
  http: { method: 'put', path: '/org/members/:id' },
  input: z.strictObject({ id: PathId, role: z.enum(ROLES) }),
  output: Member.extend({ ended: EndedRights }),
  async handler(ctx, { id, role }) {
    const { app, db } = ctx
    const { member, ended } = await db.transaction((trx) => changeRole(ctx, trx, id, role))
    app.signals.changed(rightsSignal(db.orgId))
    const before = roleOf(member.role)
    await tellOwners(app, db, { email: member.email, before, after: role, ended })
    const lastSeen = before === role ? {} : { last_seen_at: null }
    return { ...toMember({ ...member, role, ...lastSeen }), ended }
  },
})

/** Answers the member as they were, and what has ended with that role. */
async function changeRole(ctx: OrgContext, trx: TenantDb, id: string, role: Role) {
  const { app, caller, principal } = ctx
  await trx.members.lock()
  const own = await ownRole(trx, principal)
  const member = await trx.members.described().where('member.id', '=', id).executeTakeFirst()
  if (!member) throw notFound('member')
  assertReaches(own, roleOf(member.role), role)
  if (member.role === role) return { member, ended: nothingEnded() }
  await assertOwnerStays(trx, member)
  await trx.members.setRole(id, role).execute()
  const { user_id: userId } = member
  await trx.sessions.endAll(userId).execute()
  const { requestId } = caller
  const actor = actorOf(principal)
  const ended = await endRightsOf({ app, actor, requestId }, trx, userId, {
    because: 'member.update',
    role,
  })
  await auditCall(ctx, trx, 'member.update', id, {
    userId,
    from: member.role,
    to: role,
    ...numbersOf(ended),
  })
  return { member, ended }
}
