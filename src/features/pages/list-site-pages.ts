import * as z from 'zod'
import { searchWords } from '../../../db/search/full-text.ts'
import { cursorBinding } from '../../kernel/cursor.ts'
import { notFound } from '../../kernel/errors.ts'
import { Cursor, DefaultPageLimit, PathId, SearchText } from '../../kernel/inputs.ts'
import { listOf } from '../../kernel/list.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { pageRows, PageState, PageSummary, PageTypeSchema, toPage } from './page.ts'

const Input = z.strictObject({
  siteId: PathId.describe('Site id'),
  query: SearchText.optional().describe('Words of the title or path'),
  state: PageState.optional().describe('What the last scan found'),
  type: PageTypeSchema.optional().describe('Only pages of this type'),
  tag: z.string().min(1).max(100).optional().describe('Only pages with this tag'),
  limit: DefaultPageLimit,
  cursor: Cursor,
})

/** An empty range, since the tool's list counts no questions. */
const NO_DAYS = { from: 0, to: 0 }

/** GET /pages/:siteId: the pages of a site by path, each without its long fields. */
export const listSitePages = defineOperation({
  name: 'pages.list',
  summary: 'Pages of a site, by path',
  effect: 'read',
  access: { by: 'scope', anyOf: ['sites:read'] },
  http: { surface: 'api', method: 'get', path: '/pages/:siteId' },
  input: Input,
  output: listOf(PageSummary),
  async handler({ app, db }, { siteId, ...input }) {
    const site = await db.sites.find(siteId)
    if (!site) throw notFound('site')
    const binding = cursorBinding(`pages ${site.row.id}`, input)
    const { query, state, type, tag, limit, cursor } = input
    const found = await site.listPages({
      words: query === undefined ? [] : searchWords(query),
      state,
      type,
      tag,
      questionDays: NO_DAYS,
      sort: 'path',
      limit: limit + 1,
      after: cursor === undefined ? undefined : app.cursors.open(binding, cursor),
    })
    const shown = found.slice(0, limit)
    const last = shown.at(-1)
    const ids = shown.map(({ id }) => id)
    const rows = await pageRows(site).where('page.id', 'in', ids).orderBy('page.path').execute()
    return {
      items: rows.map((row) => toPage(row, site.row.id)),
      nextCursor: last && found.length > limit ? app.cursors.sign(binding, last.key) : null,
    }
  },
})
