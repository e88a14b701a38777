import * as z from 'zod'
import { iso } from '../../lib/time/clock.ts'
import { cursorBinding } from '../../kernel/cursor.ts'
import { notFound } from '../../kernel/errors.ts'
import { Cursor, DefaultPageLimit, PathId } from '../../kernel/inputs.ts'
import { listOf } from '../../kernel/list.ts'
import { changePercent } from '../../kernel/numbers.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { COMPARE_WORDS, Range } from '../../kernel/range.ts'
import { siteRange } from '../../kernel/site-range.ts'
import { CHANGE_VERDICTS } from '../../domain/statistics/judge-change.ts'
import { topicTrends, type TopicTrend } from './count-topics.ts'
import { compareRule, rangeRule } from '../../kernel/site-rules.ts'

const MAX_PAGES = 3

const Topic = z.object({
  id: z.string(),
  label: z.string(),
  questions: z.int(),
  /** Distinct addresses of each day, summed over the days. */
  askers: z.int(),
  firstAskedAt: z.string(),
  lastAskedAt: z.string(),
  /** Questions of the compared range. */
  previous: z.int().nullable(),
  changePct: z.number().nullable(),
  verdict: z.enum(CHANGE_VERDICTS).nullable(),
  /** Pages on which it was asked about, most asked first. */
  pages: z.array(z.object({ path: z.string(), questions: z.int() })).max(MAX_PAGES),
})

/** GET /topics/:siteId: the topics of readers' questions, most asked first; each question is in exactly one topic. */
export const listTopics = defineOperation({
  name: 'topics.list',
  summary: 'Topics of readers’ questions, with trends',
  effect: 'read',
  access: { by: 'scope', anyOf: ['analytics:read'] },
  http: { surface: 'api', method: 'get', path: '/topics/:siteId' },
  input: z.strictObject({
    siteId: PathId,
    range: Range,
    page: z.string().min(1).max(1_024).optional().describe('Path; * at the end matches a prefix'),
    compare: z.string().max(40).default('previous_period').describe(COMPARE_WORDS.join(' ')),
    limit: DefaultPageLimit,
    cursor: Cursor,
  }),
  output: listOf(Topic),
  rules: [compareRule, rangeRule],
  async handler({ app, db }, { siteId, ...input }) {
    const site = await db.sites.find(siteId)
    if (!site) throw notFound('site')
    const now = app.now()
    const range = await siteRange(site, { range: input.range }, now)
    const { compare, page, limit } = input
    const { topics } = await topicTrends(site, { range, compare, path: page, now })
    const binding = cursorBinding(`topics ${site.row.id}`, input)
    const start =
      input.cursor === undefined ? 0 : Number(app.cursors.open(binding, input.cursor)[0])
    const end = start + limit
    const shown = topics.slice(start, end)
    const pagesByTopic = await site.topics.pages({
      ...range.instants,
      path: page,
      topics: shown.map(({ num }) => num),
      limit: MAX_PAGES,
      minAskers: 0,
    })
    return {
      items: shown.map((topic) => ({
        ...shownTopic(topic),
        pages: pagesByTopic.get(topic.num) ?? [],
      })),
      nextCursor: end < topics.length ? app.cursors.sign(binding, [end]) : null,
    }
  },
})

const shownTopic = (topic: TopicTrend) => ({
  id: topic.id,
  label: topic.label,
  questions: topic.questions,
  askers: topic.askers,
  firstAskedAt: iso(topic.first_at),
  lastAskedAt: iso(topic.last_at),
  previous: topic.before,
  changePct: changePercent(topic.questions, topic.comparable),
  verdict: topic.verdict,
})
