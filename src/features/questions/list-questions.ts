import * as z from 'zod'
import { cursorBinding } from '../../kernel/cursor.ts'
import { findSite } from '../../kernel/names/find-site.ts'
import { questionId } from '../../domain/ids.ts'
import { questionArguments, readQuestionFilter } from '../../kernel/names/read-question-filter.ts'
import { SiteReference, tablePage } from '../../kernel/inputs.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { pageOfRows } from '../../kernel/page-of-rows.ts'
import { formatRange } from '../../lib/time/time-range.ts'
import { zoneIso } from '../../lib/time/zone.ts'
import { Range } from '../../kernel/range.ts'
import { Table } from '../../kernel/table.ts'
import { siteRange } from '../../kernel/site-range.ts'
import { notesOnQuestions } from './question-notes.ts'
import { pathRule, rangeRule } from '../../kernel/site-rules.ts'

const Input = z.strictObject({
  site: SiteReference,
  ...questionArguments,
  range: Range,
  sort: z.enum(['recent', 'frequent']).default('recent').describe('frequent groups equal ones'),
  topPerPage: z.int().min(1).max(20).optional().describe('So many of each page, most asked first'),
  ...tablePage,
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
  rules: [rangeRule, pathRule],
  async handler({ app, db }, input) {
    const site = await findSite(db, input.site)
    const timezone = site.row.rollup_timezone
    const range = await siteRange(site, { range: input.range }, app.now())
    const { filter, notes, named } = await readQuestionFilter(site, input)
    const binding = cursorBinding(`list_questions ${db.orgId}`, input)
    const rows = await site.questions.list({
      ...range.instants,
      ...filter,
      sort: input.sort,
      perPage: input.topPerPage,
      limit: input.limit + 1,
      after: input.cursor === undefined ? undefined : app.cursors.open(binding, input.cursor),
    })
    const isByPage = input.topPerPage !== undefined
    const paged = rows.map(({ at, seq, text, engine, path, title, count, ofPage, key }) => ({
      cells: [
        questionId(at, seq),
        zoneIso(timezone, at),
        engine,
        path,
        title,
        ...(isByPage ? [ofPage] : []),
        text,
        count,
      ],
      key,
    }))
    return {
      site: site.row.domain,
      range: { ...formatRange(range), timezone },
      columns: [
        'id',
        'at',
        'engine',
        'path',
        'title',
        ...(isByPage ? ['of_page'] : []),
        'question',
        'count',
      ],
      untrusted: ['engine', 'path', 'title', 'question'],
      ...pageOfRows(paged, input, binding, app.cursors),
      notes: [
        ...notes,
        ...(await notesOnQuestions(site, rows, { range, named, words: filter.words })),
      ],
    }
  },
})
