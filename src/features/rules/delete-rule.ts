import * as z from 'zod'
import { audit } from '../../kernel/door/audit.ts'
import { notFound } from '../../kernel/door/errors.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { actorOf } from '../../kernel/door/principal.ts'
import { findWritableSite } from './find-writable-site.ts'

/** DELETE /rules/:siteId/:ruleId */
export const deleteRule = defineOperation({
  name: 'rules.delete',
  summary: 'Delete a prompt rule',
  effect: 'write',
  access: { by: 'scope', anyOf: ['rules:write'] },
  http: { surface: 'api', method: 'delete', path: '/rules/:siteId/:ruleId' },
  input: z.strictObject({ siteId: PathId, ruleId: PathId }),
  output: z.object({}),
  async handler({ app, caller, db, principal }, { siteId, ruleId }) {
    await db.transaction(async (trx) => {
      const site = await findWritableSite(trx, principal, siteId)
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
