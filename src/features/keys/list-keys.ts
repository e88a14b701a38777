import { defineList } from '../../kernel/reads/define-list.ts'
import { ApiKey, showKeys } from './key.ts'

/** GET /keys (contract 4.2): lists keys and the grants of assistants, newest first, with masked tokens. */
export const listKeys = defineList({
  name: 'keys.list',
  summary: 'List API keys, masked, and grants of assistants, newest first',
  access: { by: 'session', role: 'admin' },
  path: '/keys',
  fields: {},
  async read({ ctx: { app, db } }, _, { after, limit }) {
    let query = db.keys.query().selectAll().orderBy('id', 'desc').limit(limit)
    if (after) query = query.where('id', '<', String(after[0]))
    return { rows: await showKeys(db, await query.execute(), app.now()) }
  },
  key: ({ id }) => [id],
  item: ApiKey,
  toItem: (key) => key,
})
