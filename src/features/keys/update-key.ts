import * as z from 'zod'
import { auditCall } from '../../kernel/door/audit.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { KeyName } from './key-input.ts'
import { ApiKey, showKey, findKey } from './key.ts'

/** PUT /keys/:id: renames a key. What it may do is settled when it is made: make another one for other rights. */
export const updateKey = defineOperation({
  name: 'keys.update',
  summary: 'Rename an API key',
  access: { by: 'session', role: 'admin' },
  http: { method: 'put', path: '/keys/:id' },
  input: z.strictObject({ id: PathId, name: KeyName }),
  output: ApiKey,
  async handler(ctx, { id, name }) {
    const { app, db } = ctx
    await db.transaction(async (trx) => {
      const before = await findKey(trx, id)
      if (before.name === name) return
      await trx.keys.update(id).set({ name }).execute()
      await auditCall(ctx, trx, 'key.update', id, {
        before: { name: before.name },
        after: { name },
      })
    })
    return showKey(db, await findKey(db, id), app.now())
  },
})
