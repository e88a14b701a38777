import { shortId } from '../../domain/ids.ts'
import { toPromptRule } from '../../domain/prompt-rules/stored-rule.ts'
import { defineSiteList } from '../../kernel/reads/define-site-list.ts'
import { describeActions, describeMatch } from './describe-rule.ts'
import { Rule, rulePlaceOf, toRule } from './rule.ts'

const yesNo = (is: boolean): string => (is ? 'yes' : 'no')

/** GET /rules/:siteId and list_rules: lists the rules in the order in which they act. */
export const listRules = defineSiteList({
  name: 'rules.list',
  summary: 'Prompt rules of a site, in their order',
  anyOf: ['rules:read'],
  withoutWords: true,
  path: '/rules/:siteId',
  fields: {},
  async read({ site, now }, _, { after, limit }) {
    const listed = await site.rules.list({ after: after && rulePlaceOf(after), limit })
    const hits = await site.rules.hits(
      listed.map(({ id }) => id),
      now,
    )
    const rows = listed.map((row) => ({
      row,
      rule: toPromptRule(row),
      hits: hits.get(row.id) ?? 0,
    }))
    return { rows }
  },
  key: ({ row }) => [row.position, row.id],
  item: Rule,
  toItem: ({ row, hits }, { site }) => toRule(row, site.row.id, hits),
  columns: {
    id: ({ row }) => shortId(row.id),
    position: ({ row }) => row.position,
    name: ({ row }) => row.name,
    enabled: ({ rule }) => yesNo(rule.enabled),
    match: ({ rule }) => describeMatch(rule.match),
    actions: ({ rule }) => describeActions(rule.actions),
    stop: ({ rule }) => yesNo(rule.stop),
    hits_30d: ({ hits }) => hits,
  },
  untrusted: ['name', 'match', 'actions'],
})
