import * as z from 'zod'
import type { FactFilter } from '../../../db/facts/fact-query.ts'
import type { QuestionRow } from '../../../db/search/select-questions.ts'
import type { SiteDb } from '../../../db/site-db.ts'
import { questionId } from '../../domain/ids.ts'
import { notFound } from '../../kernel/door/errors.ts'
import { notesOnDaysBeforeData, notesOnUnseen } from '../../kernel/names/unseen-values.ts'
import { questionArguments, readQuestionFilter } from './read-question-filter.ts'
import { Range, RangeText, siteRange } from '../../kernel/reads/range.ts'
import { defineSitesList } from '../../kernel/reads/define-site-list.ts'
import { pathRule, rangeRule } from '../../kernel/reads/site-rules.ts'
import { iso } from '../../lib/time/clock.ts'
import { formatRange, type TimeRange } from '../../lib/time/time-range.ts'
import { zoneIso } from '../../lib/time/zone.ts'

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

const TopPerPage = z
  .int()
  .min(1)
  .max(20)
  .optional()
  .describe('So many of each page, most asked first')

/**
 * GET /questions/:siteId, /questions and list_questions: lists the questions of readers, as they wrote them, redacted,
 * with the page that each was asked on (of equal questions, the page of the latest). They are ordered newest first, or
 * with equal ones together and the most asked first.
 */
export const listQuestions = defineSitesList({
  name: 'questions.listOfSite',
  summary: 'Questions that readers of a site asked',
  anyOf: ['analytics:read'],
  path: '/questions/:siteId',
  fields: {
    ...questionArguments,
    topic: z.string().min(1).max(200).optional().describe('Name or id of a topic'),
    // A tool takes two days as one range; a route takes them apart, as forms send them.
    range: { route: RangeText.optional().describe('28d unless given'), tool: Range },
    from: { route: z.iso.date().optional().describe('First day, in place of range') },
    to: { route: z.iso.date().optional().describe('Last day, in place of range') },
    sort: z.enum(['recent', 'frequent']).default('recent').describe('frequent groups equal ones'),
    // Questions of each page are an order of a table, which has a column for it.
    topPerPage: { tool: TopPerPage },
  },
  rules: [rangeRule, pathRule],
  grounds: ['questions'],
  async read({ site, now, isOneOfSeveral }, input, wanted) {
    const topic = input.topic === undefined ? undefined : await site.topics.findNamed(input.topic)
    const range = await siteRange(site, input, now)
    if (input.topic !== undefined && !topic) {
      if (!isOneOfSeveral) throw notFound('topic of this name or id')
      return noSuchTopic(site, range)
    }
    const { filter, notes, named } = await readQuestionFilter(site, input, isOneOfSeveral)
    const perPage = input.topPerPage
    const { fromMs, toMs } = range.instants
    const rows = await site.questions.list({
      fromMs,
      // Pages over several sites are cut by number, so new questions would move the rows.
      toMs: isOneOfSeveral ? Math.min(toMs, now + 1) : toMs,
      ...filter,
      topicNum: topic?.num,
      sort: input.sort,
      perPage,
      ...wanted,
    })
    return {
      rows,
      range: { ...formatRange(range), timezone: site.row.rollup_timezone },
      notes: [
        ...notes,
        ...(await notesOnQuestions(site, rows, { range, named, words: filter.words })),
      ],
      isByPage: perPage !== undefined,
    }
  },
  key: ({ key }) => key,
  item: Question,
  toItem: ({ at, seq, topicId, topic, text, engine, path, title, count }, { site }) => ({
    id: questionId(at, seq),
    siteId: site.row.id,
    text,
    askedAt: iso(at),
    engine,
    path,
    title,
    topic: topicId !== null && topic !== null ? { id: topicId, label: topic } : null,
    count,
  }),
  untrustedFields: ['text', 'engine', 'path', 'title', 'topic.label'],
  columns: ({ isByPage }) => ({
    id: ({ at, seq }) => questionId(at, seq),
    at: ({ at }, { site }) => zoneIso(site.row.rollup_timezone, at),
    engine: ({ engine }) => engine,
    path: ({ path }) => path,
    title: ({ title }) => title,
    ...(isByPage && { of_page: ({ ofPage }) => ofPage }),
    question: ({ text }) => text,
    count: ({ count }) => count,
  }),
  untrusted: ['engine', 'path', 'title', 'question'],
  isFile: true,
  overSites: {
    summary: 'Questions that readers of several sites asked',
    compare: (a, b, { sort, topPerPage }) =>
      (topPerPage === undefined ? 0 : (b.ofPage ?? 0) - (a.ofPage ?? 0)) ||
      (topPerPage === undefined && sort === 'frequent' ? b.count - a.count : 0) ||
      (topPerPage === undefined ? b.at - a.at : 0),
  },
})

/**
 * Makes the empty answer of a site without a topic of the named kind, where several sites are asked and others may have
 * one.
 */
const noSuchTopic = ({ row }: SiteDb, range: TimeRange) => ({
  rows: [],
  range: { ...formatRange(range), timezone: row.rollup_timezone },
  notes: ['no topic of this name or id here'],
  isByPage: false,
})

interface Asked {
  range: TimeRange
  /** The values of the filter that can be looked up where no question is found. */
  named: readonly FactFilter[]
  words: readonly string[]
}

/**
 * Makes the notes on a list of questions: why it may be empty although readers asked, and why some questions have no
 * text.
 */
async function notesOnQuestions(
  site: SiteDb,
  rows: readonly Pick<QuestionRow, 'text'>[],
  asked: Asked,
): Promise<string[]> {
  if (rows.length === 0) return notesOnNone(site, asked)
  return rows.some(({ text }) => text === null)
    ? ['questions without text were asked while the site kept topics only']
    : []
}

async function notesOnNone(site: SiteDb, { range, named, words }: Asked): Promise<string[]> {
  const notes = [
    ...(await notesOnDaysBeforeData(site, range)),
    ...(await notesOnUnseen(site, named)),
  ]
  if (notes.length > 0 || words.length === 0) return notes
  return ['query matches whole words of a question; search also finds words like them']
}
