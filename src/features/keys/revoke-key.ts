import * as z from 'zod'
import { auditCall } from '../../kernel/door/audit.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { findKey } from './key.ts'

/**
 * DELETE /keys/:id (contract 4.2): revokes a key or grant, which stops working at once. Revoking it again changes
 * nothing.
 */
export const revokeKey = defineOperation({
  name: 'keys.revoke',
  summary: 'Revoke an API key, or end the grant of an assistant, at once',
  access: { by: 'session', role: 'admin' },
  http: { method: 'delete', path: '/keys/:id' },
  input: z.strictObject({ id: PathId }),
  output: z.object({}),
  async handler(ctx, { id }) {
    await ctx.db.transaction(async (trx) => {
      const row = await findKey(trx, id)
      if (row.revoked_at !== null) return
      await trx.keys.revoke(id, ctx.app.now())
      await auditCall(ctx, trx, 'key.revoke', id)
    })
    return {}
  },
})
