import * as z from 'zod'
import { audit } from '../../kernel/audit.ts'
import { endRightsOf } from '../../kernel/end-rights-of.ts'
import { notFound } from '../../kernel/errors.ts'
import { PathId } from '../../kernel/inputs.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { actorOf, roleOf, ROLES } from '../../kernel/principal.ts'
import { assertOwnerStays } from './assert-owner-stays.ts'
import { Member, toMember } from './member.ts'
import { assertReaches, ownRole } from './own-role.ts'

/** PUT /org/members/:id: another role ends the sessions of the person here, so that no token outlives it. */
export const updateMember = defineOperation({
  name: 'members.update',
  summary: 'Change the role of a member; their sessions in the organization end',
  effect: 'write',
  access: { by: 'session', role: 'admin' },
  http: { surface: 'api', method: 'put', path: '/org/members/:id' },
  input: z.strictObject({ id: PathId, role: z.enum(ROLES) }),
  output: Member,
  handler: (ctx, { id, role }) =>
    ctx.db.transaction(async (trx) => {
      await trx.members.lock()
      const own = await ownRole(trx, ctx.principal)
      const find = () => trx.members.described().where('member.id', '=', id).executeTakeFirst()
      const before = await find()
      if (!before) throw notFound('member')
      assertReaches(own, roleOf(before.role), role)
      if (before.role === role) return toMember(before)
      await assertOwnerStays(trx, before)
      await trx.members.setRole(id, role).execute()
      await trx.sessions.endAll(before.user_id).execute()
      const actor = actorOf(ctx.principal)
      const { requestId } = ctx.caller
      const ending = { app: ctx.app, actor, requestId }
      const ended = await endRightsOf(ending, trx, before.user_id, {
        because: 'member.update',
        role,
      })
      await audit(trx, {
        action: 'member.update',
        target: { type: 'member', id },
        actor,
        detail: { userId: before.user_id, from: before.role, to: role, ...ended },
        requestId,
        at: ctx.app.now(),
      })
      return toMember({ ...before, role, last_seen_at: null })
    }),
})
