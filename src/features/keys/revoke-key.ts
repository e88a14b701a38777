import * as z from 'zod'
import { auditCall } from '../../kernel/door/audit.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { findKey } from './key.ts'

/** DELETE /keys/:id (contract 4.2): the key stops working at once. Revoking twice is the same as once. */
export const revokeKey = defineOperation({
  name: 'keys.revoke',
  summary: 'Revoke an API key at once',
  access: { by: 'session', role: 'admin' },
  http: { method: 'delete', path: '/keys/:id' },
  input: z.strictObject({ id: PathId }),
  output: z.object({}),
  async handler(ctx, { id }) {
    await ctx.db.transaction(async (trx) => {
      const row = await findKey(trx, id)
      if (row.revoked_at !== null) return
      await trx.keys.update(id).set({ revoked_at: ctx.app.now() }).execute()
      await auditCall(ctx, trx, 'key.revoke', id)
    })
    return {}
  },
})
