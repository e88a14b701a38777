import * as z from 'zod'
import { auditCall } from '../../kernel/door/audit.ts'
import { notFound } from '../../kernel/door/errors.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { findWritableSite } from './find-writable-site.ts'

/** DELETE /rules/:siteId/:ruleId: deletes a rule of a site. */
export const deleteRule = defineOperation({
  name: 'rules.delete',
  summary: 'Delete a prompt rule',
  access: { by: 'scope', anyOf: ['rules:write'] },
  http: { method: 'delete', path: '/rules/:siteId/:ruleId' },
  input: z.strictObject({ siteId: PathId, ruleId: PathId }),
  output: z.object({}),
  async handler(ctx, { siteId, ruleId }) {
    await ctx.db.transaction(async (trx) => {
      const site = await findWritableSite(trx, ctx.principal, siteId)
      if (!(await site.rules.delete(ruleId))) throw notFound('rule')
      await auditCall(ctx, trx, 'rule.delete', ruleId, { siteId: site.row.id })
    })
    return {}
  },
})
