import * as z from 'zod'
import { searchWords } from '../../../db/search/full-text.ts'
import { hasAnyScope } from '../../kernel/access.ts'
import { cursorBinding } from '../../kernel/cursor.ts'
import { findSite } from '../../kernel/names/find-site.ts'
import { SearchText, SiteReference, tablePage } from '../../kernel/inputs.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { pageOfRows } from '../../kernel/page-of-rows.ts'
import { Table } from '../../kernel/table.ts'
import { localDay, zoneIso } from '../../lib/time/zone.ts'
import { PageState, PageTypeSchema, pageStateOf } from './page.ts'

const QUESTION_DAYS = 28

const Input = z.strictObject({
  site: SiteReference,
  query: SearchText.optional().describe('Words of the title or path'),
  state: PageState.optional().describe('What the last scan found'),
  type: PageTypeSchema.optional().describe('Kind of page'),
  sort: z
    .enum(['questions', 'updated', 'path', 'score'])
    .default('questions')
    .describe('Order; score: lowest first'),
  ...tablePage,
})

/** The pages of a site with what scans found, their scores, and the questions of the last 28 days where the caller may read those. */
export const listPages = defineOperation({
  name: 'pages.table',
  summary: 'Pages of a site, as a table',
  effect: 'read',
  access: { by: 'scope', anyOf: ['sites:read'] },
  input: Input,
  output: Table,
  async handler({ app, db, principal }, input) {
    const site = await findSite(db, input.site)
    const mayCount = hasAnyScope(principal, ['analytics:read'])
    const sort = input.sort === 'questions' && !mayCount ? 'updated' : input.sort
    const zone = site.row.rollup_timezone
    const today = localDay(zone, app.now())
    const binding = cursorBinding(`list_pages ${db.orgId}`, { ...input, sort })
    const rows = await site.listPages({
      words: input.query === undefined ? [] : searchWords(input.query),
      state: input.state,
      type: input.type,
      questionDays: { from: today + 1 - QUESTION_DAYS, to: today + 1 },
      sort,
      limit: input.limit + 1,
      after: input.cursor === undefined ? undefined : app.cursors.open(binding, input.cursor),
    })
    const paged = rows.map(
      ({ id, path, title, state, type, score, questions, last_seen_at, key }) => ({
        cells: [
          id,
          path,
          title,
          pageStateOf(state),
          type,
          score,
          ...(mayCount ? [questions] : []),
          zoneIso(zone, last_seen_at),
        ],
        key,
      }),
    )
    return {
      site: site.row.domain,
      columns: [
        'id',
        'path',
        'title',
        'state',
        'type',
        'score',
        ...(mayCount ? ['questions_28d'] : []),
        'updated_at',
      ],
      untrusted: ['path', 'title'],
      ...pageOfRows(paged, input, binding, app.cursors),
      notes: mayCount ? [] : ['questions_28d needs analytics:read'],
    }
  },
})
