import * as z from 'zod'
import { enginesOf, tagsOf } from '../../../../db/citations/query-store.ts'
import { isoOrNull } from '../../../lib/time/clock.ts'
import { defineSiteList } from '../../../kernel/reads/define-site-list.ts'
import { Query, toQuery } from './query.ts'
import { TagField } from './query-input.ts'

const yesNo = (is: number): string => (is === 1 ? 'yes' : 'no')

/**
 * GET /citations/:siteId/queries and list_citation_queries: lists the queries that engines are asked for a site, newest
 * first.
 */
export const listQueries = defineSiteList({
  name: 'citations.listQueries',
  summary: 'Queries that AI engines are asked for a site, newest first',
  anyOf: ['citations:read'],
  // Keys without readers' words may read queries: the owner chose each of them, also those of readers, to be asked
  // elsewhere.
  withoutWords: true,
  path: '/citations/:siteId/queries',
  fields: {
    tag: TagField.optional().describe('Of the query'),
    branded: z.boolean().optional().describe('Names the site'),
    silent: z.boolean().optional().describe('No address is cited'),
  },
  read: async ({ site }, filters, { after, limit }) => ({
    rows: await site.citationQueries.list({ ...filters, after: after && Number(after[0]), limit }),
  }),
  key: ({ num }) => [num],
  item: Query,
  toItem: (row, { site }) => toQuery(row, site.row.id),
  untrustedFields: ['text'],
  columns: {
    text: ({ text }) => text,
    branded: ({ branded }) => yesNo(branded),
    tags: (row) => tagsOf(row).join(', '),
    engines: (row) => enginesOf(row)?.join(' ') ?? 'all',
    silent: ({ silent }) => yesNo(silent),
    lastRunAt: ({ last_run_at }) => isoOrNull(last_run_at),
  },
  untrusted: ['text'],
})
