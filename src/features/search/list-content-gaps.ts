import * as z from 'zod'
import { cursorBinding } from '../../kernel/cursor.ts'
import { PagePath, SiteReference, tablePage } from '../../kernel/inputs.ts'
import { findSite } from '../../kernel/names/find-site.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { pageOfRows } from '../../kernel/page-of-rows.ts'
import { Range } from '../../kernel/range.ts'
import { shortNumber } from '../../kernel/numbers.ts'
import { Table, type Cell } from '../../kernel/table.ts'
import { formatRange } from '../../lib/time/time-range.ts'
import { findGaps, type Gap } from './find-gaps.ts'
import { pathRule, rangeRule } from '../../kernel/site-rules.ts'

const COLUMNS = ['question', 'count', 'path', 'match', 'missing']
const PAGE_COLUMNS = ['nearest_page', 'nearest_passage']

/** Lists the questions, most asked first, that no passage of the site has the words to answer, with the nearest passage. */
export const listContentGaps = defineOperation({
  name: 'questions.gaps',
  summary: 'Questions of readers that no page of a site answers',
  effect: 'read',
  access: { by: 'scope', anyOf: ['analytics:read'] },
  input: z.strictObject({
    site: SiteReference,
    path: PagePath.optional(),
    range: Range,
    ...tablePage,
  }),
  output: Table,
  rules: [rangeRule, pathRule],
  async handler(ctx, input) {
    const { app, db } = ctx
    const site = await findSite(db, input.site)
    const binding = cursorBinding(`list_content_gaps ${site.row.id}`, input)
    const after = input.cursor === undefined ? undefined : app.cursors.open(binding, input.cursor)
    const { range, gaps, maySeePages, lookedTo, notes } = await findGaps(ctx, site, input, after)
    const rows = gaps.map((gap) => ({
      cells: [...cellsOf(gap), ...(maySeePages ? pageCellsOf(gap) : [])],
      key: gap.question.key,
    }))
    const paged = pageOfRows(rows, input, binding, app.cursors)
    return {
      site: site.row.domain,
      range: { ...formatRange(range), timezone: site.row.rollup_timezone },
      columns: [...COLUMNS, ...(maySeePages ? PAGE_COLUMNS : [])],
      untrusted: ['question', 'path', 'missing', ...(maySeePages ? PAGE_COLUMNS : [])],
      ...paged,
      // A page without a cut goes on after the last question that was looked at, whether or not that is a gap.
      nextCursor: paged.nextCursor ?? (lookedTo && app.cursors.sign(binding, lookedTo)),
      notes: [
        ...notes,
        ...(maySeePages ? [] : ['nearest_page and nearest_passage need sites:read']),
      ],
    }
  },
})

const cellsOf = ({ question: { text, count, path }, match, missing }: Gap): Cell[] => [
  text,
  count,
  path,
  shortNumber(match),
  missing.join(' ') || null,
]

const pageCellsOf = ({ nearest }: Gap): Cell[] => [nearest?.path ?? null, nearest?.heading || null]
