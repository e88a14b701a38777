import * as z from 'zod'
import type { SiteDb } from '../../../db/site-db.ts'
import type { TopicQuery } from '../../../db/site/site-topics.ts'
import { JudgedChange, usualCell } from '../../kernel/verdicts/judged-change.ts'
import { keptMonthsOf } from '../../kernel/verdicts/kept-days.ts'
import { invalidField } from '../../kernel/door/errors.ts'
import { pageAt } from '../../kernel/names/page-at.ts'
import { PagePath } from '../../kernel/door/inputs.ts'
import { notesOnPath, readPath } from '../../kernel/names/read-path.ts'
import { notesOnDaysBeforeData, notesOnUnknownPath } from '../../kernel/names/unseen-values.ts'
import { changeCell, changePercent } from '../../kernel/reads/table.ts'
import { COMPARE_WORDS, Range, siteRange } from '../../kernel/reads/range.ts'
import { defineSitesList } from '../../kernel/reads/define-site-list.ts'
import type { SiteQuestion } from '../../kernel/reads/site-question.ts'
import { compareRule, pathRule, rangeRule } from '../../kernel/reads/site-rules.ts'
import { iso } from '../../lib/time/clock.ts'
import { formatRange } from '../../lib/time/time-range.ts'
import { dayToIso, localDay } from '../../lib/time/zone.ts'
import { fewAskers, MIN_ASKERS } from '../../domain/topics/privacy.ts'
import { type TopicTrend, topicTrends } from './count-topics.ts'

const MAX_PAGES = 3
/** The most characters of a path in a table. */
const MAX_PATH = 200

const Topic = z.object({
  id: z.string(),
  label: z.string(),
  questions: z.int(),
  /** The number of distinct addresses of each day from which readers asked, summed over the days. */
  askers: z.int(),
  firstAskedAt: z.string().describe('Ever: when the first of its wordings was asked first'),
  lastAskedAt: z.string().describe('In the range'),
  /** The number of questions in the compared range. */
  previous: z.int().nullable(),
  changePct: z.number().nullable(),
  change: JudgedChange.nullable().describe('null where nothing is compared'),
  isNew: z.boolean().describe('First asked about in the range'),
  /** The pages on which readers asked about the topic, most asked first. */
  pages: z.array(z.object({ path: z.string(), questions: z.int() })).max(MAX_PAGES),
})

const PlainPath = z
  .string()
  .min(1)
  .max(1_024)
  .optional()
  .describe('Path; * at the end matches a prefix')

/**
 * GET /topics/:siteId, /topics and get_question_topics: lists the topics of readers' questions, most asked first; each
 * question is in exactly one topic. The tool shows topics of few readers together.
 */
export const listTopics = defineSitesList({
  name: 'topics.list',
  summary: 'Topics of readers’ questions, with trends',
  anyOf: ['analytics:read'],
  withoutWords: true,
  path: '/topics/:siteId',
  fields: {
    range: Range,
    path: PagePath.optional(),
    // The older name of `path`, which takes a path but no name of a page.
    page: { route: PlainPath },
    compare: z
      .string()
      .max(40)
      .default('previous_period')
      .describe(`${COMPARE_WORDS.join(' ')} or a range`),
    isNew: z.boolean().default(false).describe('Only topics first asked about in the range'),
  },
  rules: [compareRule, rangeRule, pathRule],
  grounds: ['questions'],
  async read(question, { range: period, path: asked, page: plainPath, compare, isNew }, wanted) {
    const { ctx, site, now, by, isOneOfSeveral } = question
    if (asked !== undefined && plainPath !== undefined) {
      throw invalidField('page', 'conflict', 'Send path or page, not both')
    }
    const range = await siteRange(site, { range: period }, now)
    const page =
      asked === undefined ? undefined : await readPath(site, asked, 'path', { isOneOfSeveral })
    const path = page?.path ?? (await pathOf(site, plainPath))
    const { topics, before, notes } = await topicTrends(site, {
      range,
      compare,
      path,
      now,
      keptMonths: keptMonthsOf(ctx),
    })
    const all = isNew ? topics.filter((topic) => topic.isNew) : topics
    const listed = by === 'tool' ? foldUnnamed(all) : all
    const start = Number(wanted.after?.[0] ?? 0)
    const shown = listed.slice(start, start + wanted.limit)
    const pagesOf = await topPages(question, { ...range.instants, path }, shown)
    return {
      rows: shown.map((topic, i) => ({ topic, pages: pagesOf(topic), end: start + i + 1 })),
      total: { rows: listed.length, isMore: false },
      range: { ...formatRange(range), timezone: site.row.rollup_timezone },
      ...(before && { comparedWith: formatRange(before) }),
      notes: [
        ...notesOnPath(page),
        ...(listed.length === 0
          ? [
              ...(await notesOnDaysBeforeData(site, range)),
              ...(await notesOnUnknownPath(site, page)),
            ]
          : []),
        'askers are distinct addresses of each day, summed',
        ...notes,
      ],
    }
  },
  key: ({ end }) => [end],
  item: Topic,
  toItem: ({ topic, pages }) =>
    topic.id === null
      ? undefined
      : {
          id: topic.id,
          label: topic.label,
          questions: topic.questions,
          askers: topic.askers,
          firstAskedAt: iso(topic.first_asked_at),
          lastAskedAt: iso(topic.last_at),
          previous: topic.before,
          changePct: changePercent(topic.questions, topic.comparable),
          change: topic.change,
          isNew: topic.isNew,
          pages,
        },
  columns: ({ comparedWith }) => ({
    topic: ({ topic }) => topic.label,
    questions: ({ topic }) => topic.questions,
    askers: ({ topic }) => topic.askers,
    ...(comparedWith && {
      previous: ({ topic }) => topic.before,
      change_pct: ({ topic: { questions, comparable } }) => changeCell(questions, comparable),
      verdict: ({ topic }) => topic.change?.verdict ?? null,
      usual_pct: ({ topic }) => topic.change && usualCell(topic.change),
    }),
    first_asked: ({ topic }, { site }) =>
      topic.num === null
        ? null
        : dayToIso(localDay(site.row.rollup_timezone, topic.first_asked_at)),
    // Paths are percent-encoded, so a space separates two of them.
    pages: ({ pages }) => pages.map(({ path }) => path.slice(0, MAX_PATH)).join(' ') || null,
  }),
  untrusted: ['topic', 'pages'],
  // Topics of several sites are never merged, also where they have the same name, since readers are known by site
  // alone.
  overSites: {
    summary: 'Topics of the questions of several sites, with trends',
    compare: (a, b) => b.topic.questions - a.topic.questions || a.end - b.end,
  },
})

/** Finds for each topic the pages on which enough readers asked about it, most asked first. */
async function topPages(
  { site, minAskers }: SiteQuestion,
  asked: TopicQuery,
  topics: readonly FoldedTopic[],
) {
  const nums = topics.flatMap(({ num }) => (num === null ? [] : [num]))
  const pages = await site.topics.pages({ ...asked, topics: nums, limit: MAX_PAGES, minAskers })
  return ({ num }: FoldedTopic) => (num === null ? undefined : pages.get(num)) ?? []
}

/** A topic, or the row for all topics of too few askers, which has no number and no id. */
type FoldedTopic = Omit<TopicTrend, 'num' | 'id'> & {
  num: number | null
  id: string | null
}

/**
 * Returns the topics whose names may be shown, and one row for the sum of all others, so that the questions still add
 * up.
 */
function foldUnnamed(topics: readonly TopicTrend[]): FoldedTopic[] {
  const shown = topics.filter(({ isNamed }) => isNamed)
  const few = topics.filter(({ isNamed }) => !isNamed)
  const [first] = few
  if (!first) return shown
  const sum = (of: (topic: TopicTrend) => number): number =>
    few.reduce((total, topic) => total + of(topic), 0)
  const rest = {
    ...first,
    num: null,
    id: null,
    label: fewAskers(MIN_ASKERS),
    questions: sum(({ questions }) => questions),
    askers: sum(({ askers }) => askers),
    before: first.before === null ? null : sum(({ before }) => before ?? 0),
    comparable: first.before === null ? null : sum(({ comparable }) => comparable ?? 0),
    change: null,
  }
  return [...shown, rest]
}

/**
 * Returns a path as it is stored for the page that it names; a pattern stands for more than one page and stays as it
 * is.
 */
const pathOf = async (site: SiteDb, path: string | undefined): Promise<string | undefined> =>
  path === undefined || path.includes('*') ? path : ((await pageAt(site, path)) ?? path)
