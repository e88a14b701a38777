import * as z from 'zod'
import { auditCall } from '../../kernel/door/audit.ts'
import { notFound } from '../../kernel/door/errors.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { roleOf } from '../../kernel/door/principal.ts'
import { assertReaches, ownRole } from './own-role.ts'

/** DELETE /org/invitations/:id: withdraws an invitation, whose link stops working. */
export const deleteInvitation = defineOperation({
  name: 'invitations.delete',
  summary: 'Take an invitation back; its link stops working',
  access: { by: 'session', role: 'admin' },
  http: { method: 'delete', path: '/org/invitations/:id' },
  input: z.strictObject({ id: PathId }),
  output: z.object({}),
  async handler(ctx, { id }) {
    const { app, db, principal } = ctx
    await db.transaction(async (trx) => {
      await trx.members.lock()
      const own = await ownRole(trx, principal)
      const row = await trx.invitations
        .pending(app.now())
        .select(['role', 'email'])
        .where('id', '=', id)
        .executeTakeFirst()
      if (!row) throw notFound('invitation')
      assertReaches(own, roleOf(row.role))
      await trx.invitations.delete(id)
      await auditCall(ctx, trx, 'invitation.delete', id, { email: row.email })
    })
    return {}
  },
})
