import * as z from 'zod'
import { searchWords } from '../../../db/search/full-text.ts'
import { iso } from '../../core/clock.ts'
import { cursorBinding } from '../../core/cursor.ts'
import { findSite } from '../../core/find-site.ts'
import { questionId } from '../../core/ids.ts'
import { Cursor, Limit, SearchText, SiteReference } from '../../core/inputs.ts'
import { defineOperation } from '../../core/operation.ts'
import { pageOfRows } from '../../core/page-of-rows.ts'
import { Range, resolveRange, shownRange } from '../../core/range.ts'
import { Table } from '../../core/table.ts'

const Input = z.strictObject({
  site: SiteReference,
  page: z.string().min(1).max(1_024).optional().describe('Path; * at the end matches a prefix'),
  engine: z.string().max(64).optional().describe('Engine id such as chatgpt'),
  query: SearchText.optional().describe('Words that the question has'),
  range: Range,
  sort: z.enum(['recent', 'frequent']).default('recent').describe('frequent groups equal ones'),
  limit: Limit,
  cursor: Cursor,
})

/**
 * Questions that readers asked, as they wrote them, redacted, with the page that they were asked on (of equal ones, the
 * latest): newest first, or equal ones together, most asked first.
 */
export const listQuestions = defineOperation({
  name: 'questions.list',
  summary: 'Questions that readers of a site asked',
  effect: 'read',
  access: { by: 'scope', anyOf: ['analytics:read'] },
  input: Input,
  output: Table,
  async handler({ app, db }, input) {
    const site = await findSite(db, input.site)
    const timezone = site.row.rollup_timezone
    const range = resolveRange({ range: input.range }, timezone, app.now())
    const binding = cursorBinding(`list_questions ${db.orgId}`, input)
    const rows = await site.listQuestions({
      ...range.instants,
      path: input.page,
      engine: input.engine,
      words: input.query === undefined ? [] : searchWords(input.query),
      sort: input.sort,
      limit: input.limit + 1,
      after: input.cursor === undefined ? undefined : app.cursors.open(binding, input.cursor),
    })
    const paged = rows.map(({ at, seq, text, engine, path, title, count, key }) => ({
      cells: [questionId(at, seq), iso(at).slice(0, 19), engine, path, title, text, count],
      key,
    }))
    return {
      site: site.row.id,
      range: { ...shownRange(range), timezone },
      columns: ['id', 'at_utc', 'engine', 'page', 'page_title', 'question', 'count'],
      untrusted: ['engine', 'page', 'page_title', 'question'],
      ...pageOfRows(paged, input.limit, binding, app.cursors),
      notes: rows.some(({ text }) => text === null)
        ? ['questions without text were asked while the site kept topics only']
        : [],
    }
  },
})
