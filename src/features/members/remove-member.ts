import * as z from 'zod'
import { audit } from '../../kernel/audit.ts'
import { endRightsOf } from '../../kernel/end-rights-of.ts'
import { notFound } from '../../kernel/errors.ts'
import { PathId } from '../../kernel/inputs.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { actorOf, roleOf } from '../../kernel/principal.ts'
import { assertOwnerStays } from './assert-owner-stays.ts'
import { assertReaches, ownRole } from './own-role.ts'

/**
 * DELETE /org/members/:id: everybody may leave; admins remove others. What the person could still use goes with them:
 * sessions here, keys that they made, and invitations that they sent.
 */
export const removeMember = defineOperation({
  name: 'members.remove',
  summary:
    'Remove a member, or leave; their sessions, the keys that they made and their invitations end',
  effect: 'write',
  access: { by: 'session', role: 'viewer' },
  http: { surface: 'api', method: 'delete', path: '/org/members/:id' },
  input: z.strictObject({ id: PathId }),
  output: z.object({}),
  async handler(ctx, { id }) {
    const { app, caller, db, principal } = ctx
    await db.transaction(async (trx) => {
      await trx.members.lock()
      const own = await ownRole(trx, principal)
      const member = await trx.members.described().where('member.id', '=', id).executeTakeFirst()
      if (!member) throw notFound('member')
      const isLeaving = principal.kind === 'session' && principal.userId === member.user_id
      if (!isLeaving) assertReaches(own, roleOf(member.role))
      await assertOwnerStays(trx, member)
      await trx.sessions.endAll(member.user_id).execute()
      const ending = { app, actor: actorOf(principal), requestId: caller.requestId }
      const ended = await endRightsOf(ending, trx, member.user_id, { because: 'member.remove' })
      await trx.members.delete(id).execute()
      await audit(trx, {
        action: 'member.remove',
        target: { type: 'member', id },
        actor: actorOf(principal),
        detail: { userId: member.user_id, email: member.email, role: member.role, ...ended },
        requestId: caller.requestId,
        at: app.now(),
      })
    })
    return {}
  },
})
