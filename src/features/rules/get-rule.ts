import * as z from 'zod'
import { notFound } from '../../kernel/door/errors.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { Rule, toRule } from './rule.ts'

/** GET /rules/:siteId/:ruleId: returns one rule of a site. */
export const getRule = defineOperation({
  name: 'rules.get',
  summary: 'One prompt rule',
  access: { by: 'scope', anyOf: ['rules:read'] },
  http: { method: 'get', path: '/rules/:siteId/:ruleId' },
  input: z.strictObject({ siteId: PathId, ruleId: PathId }),
  output: Rule,
  async handler({ app, db }, { siteId, ruleId }) {
    const site = await db.sites.find(siteId)
    const row = await site?.rules.find(ruleId)
    if (!site || !row) throw notFound('rule')
    const hits = await site.rules.hits([row.id], app.now())
    return toRule(row, site.row.id, hits.get(row.id) ?? 0)
  },
})
