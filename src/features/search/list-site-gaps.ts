import * as z from 'zod'
import { questionId } from '../../domain/ids.ts'
import { cursorBinding } from '../../kernel/cursor.ts'
import { notFound } from '../../kernel/errors.ts'
import { Cursor, DefaultPageLimit, PagePath, PathId } from '../../kernel/inputs.ts'
import { markedListOf } from '../../kernel/list.ts'
import { pathRule, rangeRule } from '../../kernel/site-rules.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { Range } from '../../kernel/range.ts'
import { iso } from '../../lib/time/clock.ts'
import { findGaps } from './find-gaps.ts'

const Gap = z.object({
  id: z.string().describe('Of the question; of equal ones, of the latest'),
  text: z.string().describe('Redacted'),
  askedAt: z.string(),
  path: z.string().nullable().describe('Where it was asked'),
  count: z.int().describe('Times that it was asked in these words'),
  match: z.number().describe('Share of its words that the best passage has'),
  missing: z.array(z.string()).describe('Words that the best passage lacks, at most five'),
  nearest: z
    .object({ path: z.string(), heading: z.string() })
    .nullable()
    .describe('The best passage; null also without sites:read'),
})

/**
 * GET /questions/:siteId/gaps: the questions, most asked first, that no passage of the site has the words to answer. A page
 * may be shorter than its limit, or empty, and still have a cursor: so many questions are compared at a time.
 */
export const listSiteGaps = defineOperation({
  name: 'questions.listGaps',
  summary: 'Questions of readers that no page of a site answers',
  effect: 'read',
  access: { by: 'scope', anyOf: ['analytics:read'] },
  http: { surface: 'api', method: 'get', path: '/questions/:siteId/gaps' },
  input: z.strictObject({
    siteId: PathId,
    path: PagePath.optional(),
    range: Range,
    limit: DefaultPageLimit,
    cursor: Cursor,
  }),
  output: markedListOf(Gap),
  rules: [rangeRule, pathRule],
  async handler(ctx, { siteId, ...input }) {
    const { app, db } = ctx
    const site = await db.sites.find(siteId)
    if (!site) throw notFound('site')
    const { cursor, limit } = input
    const binding = cursorBinding(`gaps ${site.row.id}`, input)
    const after = cursor === undefined ? undefined : app.cursors.open(binding, cursor)
    const { gaps, maySeePages, lookedTo, notes } = await findGaps(ctx, site, input, after)
    const shown = gaps.slice(0, limit)
    const goesOn = gaps.length > limit ? (shown.at(-1)?.question.key ?? null) : lookedTo
    return {
      items: shown.map(({ question: { at, seq, text, path, count }, match, missing, nearest }) => ({
        id: questionId(at, seq),
        text,
        askedAt: iso(at),
        path,
        count,
        match,
        missing,
        nearest: maySeePages ? nearest : null,
      })),
      nextCursor: goesOn && app.cursors.sign(binding, goesOn),
      untrusted: ['text', 'path', 'missing', 'nearest.path', 'nearest.heading'],
      notes: [...notes, ...(maySeePages ? [] : ['nearest needs sites:read'])],
    }
  },
})
