import * as z from 'zod'
import { cursorBinding } from '../../kernel/cursor.ts'
import { Cursor, DefaultPageLimit } from '../../kernel/inputs.ts'
import { listOf } from '../../kernel/list.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { Member, toMember } from './member.ts'

/** GET /org/members: in the order in which they joined. */
export const listMembers = defineOperation({
  name: 'members.list',
  summary: 'The people of the organization with their roles, in the order in which they joined',
  effect: 'read',
  access: { by: 'session', role: 'viewer' },
  http: { surface: 'api', method: 'get', path: '/org/members' },
  input: z.strictObject({ limit: DefaultPageLimit, cursor: Cursor }),
  output: listOf(Member),
  async handler({ app, db }, { limit, cursor }) {
    const binding = cursorBinding(`members.list ${db.orgId}`, {})
    const after = cursor === undefined ? undefined : app.cursors.open(binding, cursor)[0]
    let query = db.members
      .described()
      .orderBy('member.id')
      .limit(limit + 1)
    if (after !== undefined) query = query.where('member.id', '>', String(after))
    const rows = await query.execute()
    const last = rows[limit - 1]
    return {
      items: rows.slice(0, limit).map(toMember),
      nextCursor: rows.length > limit && last ? app.cursors.sign(binding, [last.id]) : null,
    }
  },
})
