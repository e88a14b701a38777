import * as z from 'zod'
import { defineSiteList } from '../../../kernel/reads/define-site-list.ts'
import { rangeRule } from '../../../kernel/reads/site-rules.ts'
import { formatRange } from '../../../lib/time/time-range.ts'
import { checkFields, checkFilterOf, engineRule, tagRule } from './check-fields.ts'

const CitationWinner = z
  .object({
    query: z.object({ id: z.string(), text: z.string() }),
    answers: z.int().describe('Answers to the query in the range'),
    missed: z.int().describe('Those that do not cite the site'),
    place: z.int(),
    domain: z.string(),
    owner: z.enum(['own', 'competitor', 'other']),
    competitor: z.string().nullable(),
    category: z.string(),
    wins: z.int().describe('Answers without the site that cite the domain'),
    url: z
      .string()
      .nullable()
      .describe('The address of the domain that is cited most; null where no page of it is known'),
    title: z.string().nullable(),
  })
  .meta({ id: 'CitationWinner' })
type CitationWinner = z.output<typeof CitationWinner>

/**
 * GET /citations/:siteId/sources and list_citation_sources: lists, by query, the domains that are cited where the site
 * is not.
 */
export const listCitationSources = defineSiteList({
  name: 'citations.sources',
  summary: 'Who is cited for each query in the answers that do not cite the site',
  anyOf: ['citations:read'],
  // Keys without readers' words may read queries: the owner chose each of them, also those of readers, to be asked
  // elsewhere.
  withoutWords: true,
  path: '/citations/:siteId/sources',
  fields: {
    ...checkFields,
    perQuery: z.int().min(1).max(20).default(3).describe('Domains of each query'),
  },
  rules: [rangeRule, engineRule, tagRule],
  async read({ site, now }, { perQuery, ...asked }, { after, limit }) {
    const { filter, range } = await checkFilterOf(site, asked, now)
    const rows = await site.citations.winners(filter, { perQuery, after, limit })
    return { rows, range: { ...formatRange(range), timezone: site.row.rollup_timezone } }
  },
  key: ({ missed, queryNum, place }) => [missed, queryNum, place],
  item: CitationWinner,
  toItem: (row): CitationWinner => ({
    query: { id: row.queryId, text: row.queryText },
    answers: row.answers,
    missed: row.missed,
    place: row.place,
    domain: row.domain,
    owner: row.owner === 'own' || row.owner === 'competitor' ? row.owner : 'other',
    competitor: row.competitor,
    category: row.category,
    wins: row.wins,
    url: row.url,
    title: row.title,
  }),
  untrustedFields: ['query.text', 'url', 'title'],
  columns: {
    query: ({ queryText }) => queryText,
    missed: ({ missed, answers }) => `${missed} of ${answers}`,
    domain: ({ domain }) => domain,
    owner: ({ owner, competitor }) => competitor ?? owner,
    wins: ({ wins }) => wins,
    url: ({ url }) => url,
  },
  untrusted: ['query', 'domain', 'url'],
})
