import * as z from 'zod'
import { cursorBinding } from '../../kernel/cursor.ts'
import { findSite } from '../../kernel/names/find-site.ts'
import { SiteReference, tablePage } from '../../kernel/inputs.ts'
import { shortId } from '../../domain/ids.ts'
import { siteRule } from '../../kernel/site-rules.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { pageOfRows } from '../../kernel/page-of-rows.ts'
import { Table } from '../../kernel/table.ts'
import { toPromptRule } from '../../domain/prompt-rules/stored-rule.ts'
import { rulePlaceOf } from './rule.ts'
import { describeActions, describeMatch } from './describe-rule.ts'

/** Lists the rules of a site as a short table, in the order in which they act. */
export const listRulesTable = defineOperation({
  name: 'rules.table',
  summary: 'Prompt rules of a site, as a table',
  effect: 'read',
  access: { by: 'scope', anyOf: ['rules:read'] },
  input: z.strictObject({ site: SiteReference, ...tablePage }),
  output: Table,
  rules: [siteRule],
  async handler({ app, db }, { site: reference, limit, maxTokens, cursor }) {
    const site = await findSite(db, reference)
    const binding = cursorBinding(`list_rules ${site.row.id}`, {})
    const after = cursor === undefined ? undefined : rulePlaceOf(app.cursors.open(binding, cursor))
    const rows = await site.rules.list({ after, limit: limit + 1 })
    const hits = await site.rules.hits(
      rows.map(({ id }) => id),
      app.now(),
    )
    const paged = rows.map((row) => {
      const { id, position, enabled, match, actions, stop } = toPromptRule(row)
      const flags = [enabled ? 'yes' : 'no', describeMatch(match), describeActions(actions)]
      return {
        cells: [shortId(id), position, row.name, ...flags, stop ? 'yes' : 'no', hits.get(id) ?? 0],
        key: [position, id],
      }
    })
    return {
      site: site.row.domain,
      columns: ['id', 'position', 'name', 'enabled', 'match', 'actions', 'stop', 'hits_30d'],
      ...pageOfRows(paged, { limit, maxTokens }, binding, app.cursors),
      untrusted: ['name', 'match', 'actions'],
    }
  },
})
