import * as z from 'zod'
import { cursorBinding } from '../../kernel/cursor.ts'
import { Cursor, DefaultPageLimit } from '../../kernel/inputs.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { listOf } from '../../kernel/list.ts'
import { ApiKey, showKeys } from './key.ts'

/** GET /keys (contract 4.2): newest first, masked. */
export const listKeys = defineOperation({
  name: 'keys.list',
  summary: 'List API keys, masked, newest first',
  effect: 'read',
  access: { by: 'session', role: 'admin' },
  http: { surface: 'api', method: 'get', path: '/keys' },
  input: z.strictObject({ limit: DefaultPageLimit, cursor: Cursor }),
  output: listOf(ApiKey),
  async handler({ app, db }, { limit, cursor }) {
    const binding = cursorBinding(`keys.list ${db.orgId}`, {})
    const after = cursor === undefined ? undefined : app.cursors.open(binding, cursor)[0]
    let query = db.keys
      .query()
      .selectAll()
      .orderBy('id', 'desc')
      .limit(limit + 1)
    if (after !== undefined) query = query.where('id', '<', String(after))
    const rows = await query.execute()
    const last = rows[limit - 1]
    return {
      items: await showKeys(db, rows.slice(0, limit), app.now()),
      nextCursor: rows.length > limit && last ? app.cursors.sign(binding, [last.id]) : null,
    }
  },
})
