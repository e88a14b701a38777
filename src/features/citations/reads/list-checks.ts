import { defineSiteList } from '../../../kernel/reads/define-site-list.ts'
import { rangeRule } from '../../../kernel/reads/site-rules.ts'
import { formatRange } from '../../../lib/time/time-range.ts'
import { zoneIso } from '../../../lib/time/zone.ts'
import { CitationCheck, toCitationCheck } from './check.ts'
import { checkFields, checkFilterOf, runField, stateField, engineRule } from './check-fields.ts'

/** GET /citations/:siteId/checks and list_citation_checks: the answers behind every number, the latest first. */
export const listCitationChecks = defineSiteList({
  name: 'citations.checks',
  summary: 'Answers of engines, with whether each cites the site',
  anyOf: ['citations:read'],
  path: '/citations/:siteId/checks',
  fields: { ...checkFields, ...runField, ...stateField },
  rules: [rangeRule, engineRule],
  async read({ site, now }, { state, cited, ...asked }, { after, limit }) {
    const { filter, range } = await checkFilterOf(site, asked, now)
    const states = state === undefined ? undefined : [state]
    const rows = await site.citations.checks({ ...filter, states, isCited: cited }, after, limit)
    return { rows, range: { ...formatRange(range), timezone: site.row.rollup_timezone } }
  },
  key: ({ at, num }) => [at, num],
  item: CitationCheck,
  toItem: toCitationCheck,
  untrustedFields: ['query.text', 'servedModel'],
  columns: {
    id: ({ id }) => id,
    at: ({ at }, { site }) => zoneIso(site.row.rollup_timezone, at),
    engine: ({ engine }) => engine,
    query: ({ queryText }) => queryText,
    state: ({ state }) => state,
    cited: ({ isCited }) => (isCited === 1 ? 'yes' : 'no'),
    position: ({ position }) => position,
    mentioned: ({ isMentioned }) =>
      isMentioned === null ? null : isMentioned === 1 ? 'yes' : 'no',
  },
  untrusted: ['query'],
})
