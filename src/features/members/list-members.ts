import { defineList } from '../../kernel/reads/define-list.ts'
import { Member, toMember } from './member.ts'

/** GET /org/members: lists the members in the order in which they joined. */
export const listMembers = defineList({
  name: 'members.list',
  summary: 'The people of the organization with their roles, in the order in which they joined',
  access: { by: 'session', role: 'viewer' },
  path: '/org/members',
  fields: {},
  async read({ ctx: { db } }, _, { after, limit }) {
    let query = db.members.described().orderBy('member.id').limit(limit)
    if (after) query = query.where('member.id', '>', String(after[0]))
    return { rows: await query.execute() }
  },
  key: ({ id }) => [id],
  item: Member,
  toItem: toMember,
})
