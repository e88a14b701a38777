import { SESSION_IDLE_MS } from '../../auth/authenticator.ts'
import { defineList } from '../../kernel/reads/define-list.ts'
import { iso } from '../../lib/time/clock.ts'
import { personOf, Session } from './session.ts'

/** GET /auth/sessions: lists the sessions of the caller, the latest first. */
export const listSessions = defineList({
  name: 'auth.listSessions',
  summary: 'The sessions of the caller in this organization, the latest first',
  access: { by: 'session', role: 'viewer' },
  path: '/auth/sessions',
  fields: {},
  boundTo: ({ ctx: { principal } }) => ({ userId: personOf(principal).userId }),
  async read({ ctx: { app, db, principal } }, _, { after, limit }) {
    let query = db.sessions
      .of(personOf(principal).userId)
      .select(['id', 'created_at', 'last_seen_at', 'expires_at', 'agent', 'address'])
      .where('expires_at', '>', app.now())
      .where('last_seen_at', '>', app.now() - SESSION_IDLE_MS)
      .orderBy('id', 'desc')
      .limit(limit)
    if (after) query = query.where('id', '<', String(after[0]))
    return { rows: await query.execute() }
  },
  key: ({ id }) => [id],
  item: Session,
  toItem: (row, { ctx: { principal } }) => ({
    id: row.id,
    createdAt: iso(row.created_at),
    lastSeenAt: iso(row.last_seen_at),
    expiresAt: iso(row.expires_at),
    agent: row.agent,
    address: row.address,
    current: row.id === personOf(principal).sessionId,
  }),
})
