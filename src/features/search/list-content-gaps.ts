import * as z from 'zod'
import { questionId } from '../../domain/ids.ts'
import { PagePath } from '../../kernel/door/inputs.ts'
import { shortNumber } from '../../kernel/reads/table.ts'
import { Range } from '../../kernel/reads/range.ts'
import { defineSiteList } from '../../kernel/reads/define-site-list.ts'
import { pathRule, rangeRule } from '../../kernel/reads/site-rules.ts'
import { iso } from '../../lib/time/clock.ts'
import { formatRange } from '../../lib/time/time-range.ts'
import { GAP_KINDS } from './judge-gap.ts'
import { findGaps, gapKey } from './find-gaps.ts'

const Gap = z.object({
  id: z.string().describe('Of the question; of equal ones, of the latest'),
  text: z.string().describe('Redacted'),
  askedAt: z.string(),
  path: z.string().nullable().describe('Where it was asked'),
  count: z.int().describe('Times that it was asked in these words'),
  readers: z.int().describe('People who asked it, each day anew'),
  wordings: z.int().describe('Ways in which it was written'),
  language: z.string().nullable().describe('That it is asked in; null where it tells none'),
  match: z
    .number()
    .nullable()
    .describe('Share of its words that the best passage has; null where they are not compared'),
  missing: z.array(z.string()).describe('Its nouns and names that no page has, at most five'),
  nearest: z
    .object({ path: z.string(), heading: z.string() })
    .nullable()
    .describe('The best passage; null also without sites:read'),
})

/** What a caller who may not read pages is not shown, by face. */
const WITHHELD = {
  route: 'nearest needs sites:read',
  tool: 'nearest_page and nearest_passage need sites:read',
}

/**
 * GET /questions/:siteId/gaps and list_content_gaps: the questions, most asked first, that have a noun or a name which no
 * page has (kind `unanswered`), with the nearest passage, or are in another language than their page (`other_language`). A
 * page may be shorter than its limit, or empty, and still have a cursor: a call judges a bounded number of questions.
 */
export const listContentGaps = defineSiteList({
  name: 'questions.listGaps',
  summary: 'Questions of readers that no page of a site seems to answer',
  anyOf: ['analytics:read'],
  path: '/questions/:siteId/gaps',
  fields: {
    path: PagePath.optional(),
    kind: z.enum(GAP_KINDS).default('unanswered').describe('Of gap'),
    range: Range,
  },
  rules: [rangeRule, pathRule],
  grounds: ['questions', 'scan'],
  async read({ ctx, site, by }, input, { after, limit }) {
    const found = await findGaps(ctx, site, { ...input, limit: limit - 1 }, after)
    const { maySeePages, range, lookedTo, total } = found
    return {
      rows: found.gaps.map((gap) => (maySeePages ? gap : { ...gap, nearest: null })),
      range: { ...formatRange(range), timezone: site.row.rollup_timezone },
      // A page without a cut goes on after the last question that was looked at, whether or not that is a gap.
      soughtTo: lookedTo,
      total,
      notes: [...found.notes, ...(maySeePages ? [] : [WITHHELD[by]])],
      maySeePages,
    }
  },
  key: ({ question, place }) => gapKey(question, place),
  item: Gap,
  toItem: ({ question: { at, seq, ...question }, language, match, missing, nearest }) => ({
    id: questionId(at, seq),
    text: question.text,
    askedAt: iso(at),
    path: question.path,
    count: question.count,
    readers: question.readers,
    wordings: question.spellings,
    language,
    match,
    missing,
    nearest,
  }),
  untrustedFields: ['text', 'path', 'missing', 'nearest.path', 'nearest.heading'],
  columns: ({ maySeePages }) => ({
    question: ({ question }) => question.text,
    language: ({ language }) => language,
    count: ({ question }) => question.count,
    readers: ({ question }) => question.readers,
    wordings: ({ question }) => question.spellings,
    path: ({ question }) => question.path,
    match: ({ match }) => (match === null ? null : shortNumber(match)),
    missing: ({ missing }) => missing.join(' ') || null,
    ...(maySeePages && {
      nearest_page: ({ nearest }) => nearest?.path ?? null,
      nearest_passage: ({ nearest }) => nearest?.heading || null,
    }),
  }),
  untrusted: ['question', 'path', 'missing', 'nearest_page', 'nearest_passage'],
})
