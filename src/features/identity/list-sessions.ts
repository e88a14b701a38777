import * as z from 'zod'
import { SESSION_IDLE_MS } from '../../auth/authenticator.ts'
import { iso } from '../../lib/time/clock.ts'
import { cursorBinding } from '../../kernel/cursor.ts'
import { Cursor, DefaultPageLimit } from '../../kernel/inputs.ts'
import { listOf } from '../../kernel/list.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { personOf, Session } from './session.ts'

/** GET /auth/sessions: where the caller is signed in, the latest first. */
export const listSessions = defineOperation({
  name: 'auth.listSessions',
  summary: 'The sessions of the caller in this organization, the latest first',
  effect: 'read',
  access: { by: 'session', role: 'viewer' },
  http: { surface: 'api', method: 'get', path: '/auth/sessions' },
  input: z.strictObject({ limit: DefaultPageLimit, cursor: Cursor }),
  output: listOf(Session),
  async handler({ app, db, principal }, { limit, cursor }) {
    const { userId, sessionId } = personOf(principal)
    const binding = cursorBinding(`auth.listSessions ${db.orgId} ${userId}`, {})
    const after = cursor === undefined ? undefined : app.cursors.open(binding, cursor)[0]
    let query = db.sessions
      .of(userId)
      .select(['id', 'created_at', 'last_seen_at', 'expires_at', 'agent', 'address'])
      .where('expires_at', '>', app.now())
      .where('last_seen_at', '>', app.now() - SESSION_IDLE_MS)
      .orderBy('id', 'desc')
      .limit(limit + 1)
    if (after !== undefined) query = query.where('id', '<', String(after))
    const rows = await query.execute()
    const last = rows[limit - 1]
    const items = rows.slice(0, limit).map((row) => ({
      id: row.id,
      createdAt: iso(row.created_at),
      lastSeenAt: iso(row.last_seen_at),
      expiresAt: iso(row.expires_at),
      agent: row.agent,
      address: row.address,
      current: row.id === sessionId,
    }))
    const nextCursor = rows.length > limit && last ? app.cursors.sign(binding, [last.id]) : null
    return { items, nextCursor }
  },
})
