import * as z from 'zod'
import { cursorBinding } from '../../kernel/cursor.ts'
import { notFound } from '../../kernel/errors.ts'
import { Cursor, DefaultPageLimit, PathId } from '../../kernel/inputs.ts'
import { listOf } from '../../kernel/list.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { rulePlaceOf, Rule, toRule } from './rule.ts'

/** GET /rules/:siteId: the rules in the order in which they act. */
export const listRules = defineOperation({
  name: 'rules.list',
  summary: 'Prompt rules of a site, in their order',
  effect: 'read',
  access: { by: 'scope', anyOf: ['rules:read'] },
  http: { surface: 'api', method: 'get', path: '/rules/:siteId' },
  input: z.strictObject({ siteId: PathId, limit: DefaultPageLimit, cursor: Cursor }),
  output: listOf(Rule),
  async handler({ app, db }, { siteId, limit, cursor }) {
    const site = await db.sites.find(siteId)
    if (!site) throw notFound('site')
    const binding = cursorBinding(`rules.list ${site.row.id}`, {})
    const after = cursor === undefined ? undefined : rulePlaceOf(app.cursors.open(binding, cursor))
    const rows = await site.rules.list({ after, limit: limit + 1 })
    const last = rows[limit - 1]
    const listed = rows.slice(0, limit)
    const hits = await site.rules.hits(
      listed.map(({ id }) => id),
      app.now(),
    )
    return {
      items: listed.map((row) => toRule(row, site.row.id, hits.get(row.id) ?? 0)),
      nextCursor:
        rows.length > limit && last ? app.cursors.sign(binding, [last.position, last.id]) : null,
    }
  },
})
