import * as z from 'zod'
import { auditCall } from '../../../kernel/door/audit.ts'
import { notFound } from '../../../kernel/door/errors.ts'
import { PathId } from '../../../kernel/door/inputs.ts'
import { defineOperation } from '../../../kernel/door/operation.ts'
import { keyedEngine } from './engine.ts'

/**
 * DELETE /org/engines/:engine: deletes the organization's key. Where the operator has a key for the engine, that key is
 * used from then on.
 */
export const deleteEngineKey = defineOperation({
  name: 'engines.deleteKey',
  summary: 'Delete the organization’s own key for an engine, with its address and model',
  access: { by: 'session', role: 'admin' },
  http: { method: 'delete', path: '/org/engines/:engine' },
  input: z.strictObject({ engine: PathId }),
  output: z.object({}),
  async handler(ctx, { engine: name }) {
    const engine = keyedEngine(name)
    await ctx.db.transaction(async (trx) => {
      const row = await trx.engineKeys.find(engine)
      if (!row) throw notFound('key of this engine')
      await trx.engineKeys.delete(engine).execute()
      await auditCall(ctx, trx, 'engine.delete_key', engine, {
        baseUrl: row.base_url,
        model: row.model,
      })
    })
    return {}
  },
})
