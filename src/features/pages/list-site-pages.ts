import * as z from 'zod'
import type { SiteDb } from '../../../db/site-db.ts'
import { searchWords } from '../../../db/search/full-text.ts'
import { hasAnyScope } from '../../kernel/access.ts'
import { cursorBinding } from '../../kernel/cursor.ts'
import { invalidField, notFound } from '../../kernel/errors.ts'
import { Cursor, DefaultPageLimit, PathId, SearchText } from '../../kernel/inputs.ts'
import { listOf } from '../../kernel/list.ts'
import type { OrgPrincipal } from '../../kernel/principal.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { loopTurns } from '../../lib/concurrency/loop-turns.ts'
import { localDay } from '../../lib/time/zone.ts'
import { PAGE_ORDERS, pageQuestionDays } from './page-order.ts'
import { pageRows, PageState, PageSummary, PageTypeSchema, toPage } from './page.ts'
import { readFinding } from './read-finding.ts'

const Input = z.strictObject({
  siteId: PathId.describe('Site id'),
  query: SearchText.optional().describe('Words of the title or path'),
  state: PageState.optional().describe('What the last scan found'),
  type: PageTypeSchema.optional().describe('Only pages of this type'),
  tag: z.string().min(1).max(100).optional().describe('Only pages with this tag'),
  finding: z
    .string()
    .max(100)
    .optional()
    .describe('What is wrong with it: no_description, or a check such as C1'),
  sort: z
    .enum(PAGE_ORDERS)
    .default('path')
    .describe('questions and updated: most and latest first; score: lowest first'),
  limit: DefaultPageLimit,
  cursor: Cursor,
})

const ListedPage = PageSummary.extend({
  questions28d: z
    .int()
    .nullable()
    .describe('Asked on it today and the 27 days before; null without analytics:read'),
}).meta({ id: 'PageSummary' })

/** An empty range, for a caller who may not know how many questions there are. */
const NO_DAYS = { from: 0, to: 0 }

/** GET /pages/:siteId: the pages of a site, each without its long fields. */
export const listSitePages = defineOperation({
  name: 'pages.list',
  summary: 'Pages of a site, with their questions of 28 days',
  effect: 'read',
  access: { by: 'scope', anyOf: ['sites:read'] },
  http: { surface: 'api', method: 'get', path: '/pages/:siteId' },
  input: Input,
  output: listOf(ListedPage),
  rules: [
    ({ principal }, { sort }) => assertOrderMayBeRead(principal, sort),
    (_, { finding }) => finding !== undefined && readFinding(finding),
  ],
  async handler({ app, db, principal }, { siteId, ...input }) {
    const site = await db.sites.find(siteId)
    if (!site) throw notFound('site')
    const mayCount = hasAnyScope(principal, ['analytics:read'])
    const { query, state, type, tag, finding, sort, limit, cursor } = input
    assertOrderMayBeRead(principal, sort)
    const binding = cursorBinding(`pages ${site.row.id}`, input)
    const today = localDay(site.row.rollup_timezone, app.now())
    const found = await site.listPages({
      words: query === undefined ? [] : searchWords(query),
      state,
      type,
      tag,
      finding: finding === undefined ? undefined : readFinding(finding).finding,
      questionDays: mayCount ? pageQuestionDays(today) : NO_DAYS,
      sort,
      limit: limit + 1,
      after: cursor === undefined ? undefined : app.cursors.open(binding, cursor),
    })
    const shown = found.slice(0, limit)
    const last = shown.at(-1)
    const pages = await pagesById(
      site,
      shown.map(({ id }) => id),
    )
    return {
      // A page that was deleted in between is left out.
      items: shown.flatMap(({ id, questions }) => {
        const page = pages.get(id)
        return page ? [{ ...page, questions28d: mayCount ? questions : null }] : []
      }),
      nextCursor: last && found.length > limit ? app.cursors.sign(binding, last.key) : null,
    }
  },
})

function assertOrderMayBeRead(principal: OrgPrincipal, sort: string): void {
  if (sort !== 'questions' || hasAnyScope(principal, ['analytics:read'])) return
  throw invalidField('sort', 'withheld', 'The order by questions needs analytics:read')
}

async function pagesById(site: SiteDb, ids: readonly string[]) {
  const rows = await loopTurns.run(() => pageRows(site).where('page.id', 'in', ids).execute())
  const pages = await loopTurns.map(rows, (row) => [row.id, toPage(row, site.row.id)] as const)
  return new Map(pages)
}
