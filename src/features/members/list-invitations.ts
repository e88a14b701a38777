import { defineList } from '../../kernel/reads/define-list.ts'
import { Invitation, toInvitation } from './invitation.ts'

/** GET /org/invitations: lists the invitations that can still be accepted, newest first. */
export const listInvitations = defineList({
  name: 'invitations.list',
  summary: 'Invitations that can still be accepted, newest first',
  access: { by: 'session', role: 'admin' },
  path: '/org/invitations',
  fields: {},
  async read({ ctx: { app, db } }, _, { after, limit }) {
    let query = db.invitations.pending(app.now()).selectAll().orderBy('id', 'desc').limit(limit)
    if (after) query = query.where('id', '<', String(after[0]))
    return { rows: await query.execute() }
  },
  key: ({ id }) => [id],
  item: Invitation,
  toItem: (row, { ctx: { app } }) => toInvitation(row, app.now()),
})
