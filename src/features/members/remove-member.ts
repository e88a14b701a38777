import * as z from 'zod'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { auditCall } from '../../kernel/door/audit.ts'
import { endRightsOf } from '../../kernel/rights/end-rights-of.ts'
import { EndedRights, numbersOf } from '../../kernel/rights/ended-rights.ts'
import { notFound } from '../../kernel/door/errors.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineOperation, type OrgContext } from '../../kernel/door/operation.ts'
import { actorOf, roleOf } from '../../kernel/door/principal.ts'
import { rightsSignal } from '../../kernel/rights/rights-signal.ts'
import { assertOwnerStays } from './assert-owner-stays.ts'
import { assertReaches, ownRole } from './own-role.ts'
import { tellOwners } from './tell-owners.ts'

/**
 * DELETE /org/members/:id: everybody may leave; admins remove others. What the person could still use goes with them:
 * sessions here, keys that they made, webhooks that they vouched for, and invitations that they sent.
 */
export const removeMember = defineOperation({
  name: 'members.remove',
  summary:
    'Remove a member, or leave; their sessions, the keys that they made and their invitations end, and their webhooks pause',
  effect: 'write',
  access: { by: 'session', role: 'viewer' },
  http: { method: 'delete', path: '/org/members/:id' },
  input: z.strictObject({ id: PathId }),
  output: z.object({ ended: EndedRights }),
  async handler(ctx, { id }) {
    const { app, db } = ctx
    const { member, ended } = await db.transaction((trx) => remove(ctx, trx, id))
    app.signals.changed(rightsSignal(db.orgId))
    await tellOwners(app, db, { email: member.email, before: roleOf(member.role), ended })
    return { ended }
  },
})

async function remove(ctx: OrgContext, trx: TenantDb, id: string) {
  const { app, caller, principal } = ctx
  await trx.members.lock()
  const own = await ownRole(trx, principal)
  const member = await trx.members.described().where('member.id', '=', id).executeTakeFirst()
  if (!member) throw notFound('member')
  const { user_id: userId, email, role } = member
  const isLeaving = principal.kind === 'session' && principal.userId === userId
  if (!isLeaving) assertReaches(own, roleOf(role))
  await assertOwnerStays(trx, member)
  await trx.sessions.endAll(userId).execute()
  const { requestId } = caller
  const actor = actorOf(principal)
  const because = 'member.remove'
  const ended = await endRightsOf({ app, actor, requestId }, trx, userId, { because })
  await trx.members.delete(id).execute()
  await auditCall(ctx, trx, because, id, { userId, email, role, ...numbersOf(ended) })
  return { member, ended }
}
