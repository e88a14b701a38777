import * as z from 'zod'
import { questionId } from '../../domain/ids.ts'
import { cursorBinding } from '../../kernel/cursor.ts'
import { notFound } from '../../kernel/errors.ts'
import { Cursor, DefaultPageLimit, PathId } from '../../kernel/inputs.ts'
import { markedListOf } from '../../kernel/list.ts'
import { questionArguments, readQuestionFilter } from '../../kernel/names/read-question-filter.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { RangeText } from '../../kernel/range.ts'
import { siteRange } from '../../kernel/site-range.ts'
import { iso } from '../../lib/time/clock.ts'
import { notesOnQuestions } from './question-notes.ts'
import { pathRule, rangeRule } from '../../kernel/site-rules.ts'

const Question = z.object({
  id: z.string().describe('Of equal questions: of the latest'),
  siteId: z.string(),
  text: z.string().nullable().describe('Redacted; null while the site keeps topics only'),
  askedAt: z.string(),
  engine: z.string().nullable(),
  path: z.string().nullable(),
  title: z.string().nullable().describe('Of the page, its first 100 characters'),
  topic: z.object({ id: z.string(), label: z.string() }).nullable(),
  count: z.int().describe('Times that it was asked in these words; 1 in the order of time'),
})

const UNTRUSTED = ['text', 'engine', 'path', 'title', 'topic.label']

/** GET /questions/:siteId: what readers asked, newest first, or equal ones together and the most asked first. */
export const listSiteQuestions = defineOperation({
  name: 'questions.listOfSite',
  summary: 'Questions that readers of a site asked',
  effect: 'read',
  access: { by: 'scope', anyOf: ['analytics:read'] },
  http: { surface: 'api', method: 'get', path: '/questions/:siteId' },
  input: z.strictObject({
    siteId: PathId,
    ...questionArguments,
    topic: PathId.optional().describe('Id of a topic'),
    range: RangeText.optional().describe('28d unless given'),
    from: z.iso.date().optional().describe('First day, in place of range'),
    to: z.iso.date().optional().describe('Last day, in place of range'),
    sort: z.enum(['recent', 'frequent']).default('recent').describe('frequent groups equal ones'),
    limit: DefaultPageLimit,
    cursor: Cursor,
  }),
  output: markedListOf(Question),
  rules: [rangeRule, pathRule],
  async handler({ app, db }, { siteId, ...input }) {
    const site = await db.sites.find(siteId)
    if (!site) throw notFound('site')
    const topic = input.topic === undefined ? undefined : await site.topics.find(input.topic)
    if (input.topic !== undefined && !topic) throw notFound('topic')
    const range = await siteRange(site, input, app.now())
    const { filter, notes, named } = await readQuestionFilter(site, input)
    const binding = cursorBinding(`questions ${site.row.id}`, input)
    const { sort, limit, cursor } = input
    const found = await site.questions.list({
      ...range.instants,
      ...filter,
      topicNum: topic?.num,
      sort,
      limit: limit + 1,
      after: cursor === undefined ? undefined : app.cursors.open(binding, cursor),
    })
    const shown = found.slice(0, limit)
    const last = shown.at(-1)
    return {
      items: shown.map(({ at, seq, text, engine, path, title, topicId, topic: label, count }) => ({
        id: questionId(at, seq),
        siteId: site.row.id,
        text,
        askedAt: iso(at),
        engine,
        path,
        title,
        topic: topicId !== null && label !== null ? { id: topicId, label } : null,
        count,
      })),
      nextCursor: last && found.length > limit ? app.cursors.sign(binding, last.key) : null,
      untrusted: UNTRUSTED,
      notes: [
        ...notes,
        ...(await notesOnQuestions(site, shown, { range, named, words: filter.words })),
      ],
    }
  },
})
