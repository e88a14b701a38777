import * as z from 'zod'
import { PagePath } from '../../kernel/door/inputs.ts'
import { defineSiteList } from '../../kernel/reads/define-site-list.ts'
import type { By } from '../../kernel/reads/fields.ts'
import type { WantedRows } from '../../kernel/reads/paging.ts'
import { Range } from '../../kernel/reads/range.ts'
import type { SiteQuestion } from '../../kernel/reads/site-question.ts'
import { pathRule, rangeRule } from '../../kernel/reads/site-rules.ts'
import { formatRange } from '../../lib/time/time-range.ts'
import { findGaps, gapKey } from './find-gaps.ts'
import { assertOfNoPage, findUncited, uncitedKey } from './find-uncited.ts'
import { gapColumns } from './gap-columns.ts'
import { GapItem, type ListedGap, toGapItem } from './gap-item.ts'
import { GAP_KINDS } from './judge-gap.ts'

/** The notes, for routes and tools, on the fields that a caller who may not read pages does not get. */
const WITHHELD = {
  route: 'nearest needs sites:read',
  tool: 'nearest_page and nearest_passage need sites:read',
}
const WITHHELD_OF_QUERIES: Readonly<Record<By, string>> = {
  route: 'nearest and findings need sites:read',
  tool: 'nearest_page, nearest_passage and findings need sites:read',
}

/** The fields of a query that strangers wrote: engines, and the pages that they cite. */
const UNTRUSTED_OF_QUERIES = [
  'text',
  'nearest.path',
  'nearest.heading',
  'citation.winner.domain',
  'citation.winner.url',
]

const GapFields = {
  path: PagePath.optional(),
  kind: z
    .enum([...GAP_KINDS, 'not_cited'])
    .default('unanswered')
    .describe('Of gap'),
  range: Range,
}
type GapInput = z.output<z.ZodObject<typeof GapFields>>

/**
 * GET /questions/:siteId/gaps and list_content_gaps: the questions, most asked first, that have a noun or a name which
 * no page has (kind `unanswered`), with the nearest passage, or are in another language than their page
 * (`other_language`); and the queries of the Citation Monitor, most missed first, whose answers do not cite the site
 * (`not_cited`). A page may be shorter than its limit, or empty, and still have a cursor: a call judges a bounded
 * number of them.
 */
export const listContentGaps = defineSiteList({
  name: 'questions.listGaps',
  summary: 'Questions of readers that no page of a site seems to answer, and queries not cited',
  anyOf: ['analytics:read'],
  path: '/questions/:siteId/gaps',
  fields: GapFields,
  rules: [rangeRule, pathRule, (_, input) => assertOfNoPage(input)],
  grounds: ['questions', 'scan'],
  read: readGaps,
  key: (gap) =>
    gap.kind === 'not_cited' ? uncitedKey(gap.query) : gapKey(gap.question, gap.place),
  item: GapItem,
  toItem: toGapItem,
  untrustedFields: ['text', 'path', 'missing', 'nearest.path', 'nearest.heading'],
  columns: ({ kind, maySeePages }) => gapColumns(kind, maySeePages),
  untrusted: [
    'question',
    'query',
    'path',
    'missing',
    'winner',
    'winner_url',
    'nearest_page',
    'nearest_passage',
  ],
})

async function readGaps(
  question: SiteQuestion,
  { kind, ...input }: GapInput,
  { after, limit }: WantedRows,
) {
  assertOfNoPage({ kind, path: input.path })
  const isOfQueries = kind === 'not_cited'
  const found = isOfQueries
    ? await findUncited(question, input, { after, limit })
    : await findGaps(question.ctx, question.site, { ...input, kind, limit: limit - 1 }, after)
  const { maySeePages, range, lookedTo, total } = found
  const withheld = isOfQueries ? WITHHELD_OF_QUERIES : WITHHELD
  const gaps: readonly ListedGap[] = found.gaps
  return {
    rows: maySeePages ? gaps : gaps.map((gap) => ({ ...gap, nearest: null })),
    range: { ...formatRange(range), timezone: question.site.row.rollup_timezone },
    // A page without a cut goes on after the last one that was looked at, whether or not that is a gap.
    soughtTo: lookedTo,
    total,
    notes: [...found.notes, ...(maySeePages ? [] : [withheld[question.by]])],
    ...(isOfQueries && { untrustedFields: UNTRUSTED_OF_QUERIES }),
    kind,
    maySeePages,
  }
}
