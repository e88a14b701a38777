import * as z from 'zod'
import { audit } from '../../core/audit.ts'
import { notFound } from '../../core/errors.ts'
import { PathId } from '../../core/inputs.ts'
import { defineOperation } from '../../core/operation.ts'
import { actorOf } from '../../core/principal.ts'
import { siteToWrite } from './site-to-write.ts'

/** DELETE /api/v1/rules/:siteId/:ruleId */
export const deleteRule = defineOperation({
  name: 'rules.delete',
  summary: 'Delete a prompt rule',
  effect: 'write',
  access: { by: 'scope', anyOf: ['rules:write'] },
  http: { method: 'delete', path: '/rules/:siteId/:ruleId' },
  input: z.strictObject({ siteId: PathId, ruleId: PathId }),
  output: z.object({}),
  async handler({ app, caller, db, principal }, { siteId, ruleId }) {
    await db.transaction(async (trx) => {
      const site = await siteToWrite(trx, principal, siteId)
      if (!(await site.rules.delete(ruleId))) throw notFound('rule')
      await audit(trx, {
        action: 'rule.delete',
        target: { type: 'rule', id: ruleId },
        actor: actorOf(principal),
        detail: { siteId: site.row.id },
        requestId: caller.requestId,
        at: app.now(),
      })
    })
    return {}
  },
})
