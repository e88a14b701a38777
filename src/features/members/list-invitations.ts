import * as z from 'zod'
import { cursorBinding } from '../../kernel/cursor.ts'
import { Cursor, DefaultPageLimit } from '../../kernel/inputs.ts'
import { listOf } from '../../kernel/list.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { Invitation, toInvitation } from './invitation.ts'

/** GET /org/invitations: those that can still be accepted, newest first. */
export const listInvitations = defineOperation({
  name: 'invitations.list',
  summary: 'Invitations that can still be accepted, newest first',
  effect: 'read',
  access: { by: 'session', role: 'admin' },
  http: { surface: 'api', method: 'get', path: '/org/invitations' },
  input: z.strictObject({ limit: DefaultPageLimit, cursor: Cursor }),
  output: listOf(Invitation),
  async handler({ app, db }, { limit, cursor }) {
    const binding = cursorBinding(`invitations.list ${db.orgId}`, {})
    const after = cursor === undefined ? undefined : app.cursors.open(binding, cursor)[0]
    let query = db.invitations
      .pending(app.now())
      .selectAll()
      .orderBy('id', 'desc')
      .limit(limit + 1)
    if (after !== undefined) query = query.where('id', '<', String(after))
    const rows = await query.execute()
    const last = rows[limit - 1]
    return {
      items: rows.slice(0, limit).map((row) => toInvitation(row, app.now())),
      nextCursor: rows.length > limit && last ? app.cursors.sign(binding, [last.id]) : null,
    }
  },
})
