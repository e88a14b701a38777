import * as z from 'zod'
import type { TopicQuery } from '../../../db/search/select-topics.ts'
import type { SiteDb } from '../../../db/site-db.ts'
import { rowsWithinBudget } from '../../kernel/token-budget.ts'
import { cursorBinding } from '../../kernel/cursor.ts'
import { findSite } from '../../kernel/names/find-site.ts'
import { notesOnPath, readPath } from '../../kernel/names/read-path.ts'
import { notesOnUnknownPath } from '../../kernel/names/unseen-values.ts'
import { PagePath, SiteReference, tablePage } from '../../kernel/inputs.ts'
import { changeCell } from '../../kernel/numbers.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { fewAskers, MIN_ASKERS } from '../../domain/topics/privacy.ts'
import { formatRange, type TimeRange } from '../../lib/time/time-range.ts'
import { COMPARE_WORDS, Range } from '../../kernel/range.ts'
import { Table, type Cell } from '../../kernel/table.ts'
import { siteRange } from '../../kernel/site-range.ts'
import { topicTrends, type TopicTrend } from './count-topics.ts'
import { dayToIso, localDay } from '../../lib/time/zone.ts'
import { compareRule, pathRule, rangeRule } from '../../kernel/site-rules.ts'

const Input = z.strictObject({
  site: SiteReference,
  range: Range,
  path: PagePath.optional(),
  compare: z
    .string()
    .max(40)
    .default('previous_period')
    .describe(`${COMPARE_WORDS.join(' ')} or a range`),
  isNew: z.boolean().default(false).describe('Only topics first asked about in the range'),
  ...tablePage,
})

/** Lists what readers ask about, without their words: topics of few readers stand together. */
export const getQuestionTopics = defineOperation({
  name: 'topics.questions',
  summary: 'What readers of a site ask about, with trends; topics of few readers stand together',
  effect: 'read',
  access: { by: 'scope', anyOf: ['analytics:read'] },
  input: Input,
  output: Table,
  rules: [compareRule, rangeRule, pathRule],
  async handler({ app, db }, input) {
    const site = await findSite(db, input.site)
    const timezone = site.row.rollup_timezone
    const now = app.now()
    const range = await siteRange(site, { range: input.range }, now)
    const { compare, limit } = input
    const page = input.path === undefined ? undefined : await readPath(site, input.path)
    const path = page?.path
    const trends = await topicTrends(site, { range, compare, path, now })
    const { before } = trends
    const rows = folded(input.isNew ? newOf(trends.topics, range) : trends.topics)
    const binding = cursorBinding(`get_question_topics ${db.orgId}`, input)
    const start =
      input.cursor === undefined ? 0 : Number(app.cursors.open(binding, input.cursor)[0])
    const wanted = rows.slice(start, start + limit)
    const pagesOf = await topPages(site, { ...range.instants, path }, wanted)
    const filled = wanted.map((topic) => [
      ...cells(topic, before !== undefined),
      topic.num === null ? null : dayToIso(localDay(timezone, topic.first_seen_at)),
      pagesOf(topic.num),
    ])
    const kept = filled.slice(0, rowsWithinBudget(filled, input.maxTokens))
    const end = start + kept.length
    return {
      site: site.row.domain,
      range: { ...formatRange(range), timezone },
      ...(before && { comparedWith: formatRange(before) }),
      columns: [
        'topic',
        'questions',
        'askers',
        ...(before ? ['previous', 'change_pct', 'verdict'] : []),
        'first_asked',
        'pages',
      ],
      rows: kept,
      untrusted: ['topic', 'pages'],
      notes: [
        ...notesOnPath(page),
        ...(rows.length === 0 ? await notesOnUnknownPath(site, page) : []),
        'askers are distinct addresses of each day, summed',
        ...trends.notes,
      ],
      nextCursor: end < rows.length ? app.cursors.sign(binding, [end]) : null,
    }
  },
})

const newOf = (topics: readonly TopicTrend[], { instants }: TimeRange): TopicTrend[] =>
  topics.filter(({ first_seen_at: at }) => at >= instants.fromMs)

const MAX_PAGES = 3
const MAX_PATH = 200

/** Answers for each topic, by number, the paths of pages on which enough readers asked about it, most asked first. */
async function topPages(
  site: SiteDb,
  asked: TopicQuery,
  topics: readonly FoldedTopic[],
): Promise<(num: number | null) => string | null> {
  const nums = topics.flatMap(({ num }) => (num === null ? [] : [num]))
  const wanted = { ...asked, topics: nums, limit: MAX_PAGES, minAskers: MIN_ASKERS }
  const pagesByTopic = await site.topics.pages(wanted)
  return (num) => {
    const pages = (num === null ? undefined : pagesByTopic.get(num)) ?? []
    // Paths are percent-encoded, so a space separates two of them.
    return pages.map(({ path }) => path.slice(0, MAX_PATH)).join(' ') || null
  }
}

/** A topic, or the row for all topics of too few askers, which has no number. */
type FoldedTopic = Omit<TopicTrend, 'num' | 'id'> & { num: number | null }

/** Keeps topics that are named and sums all others as one row, so that the questions still add up. */
function folded(topics: readonly TopicTrend[]): FoldedTopic[] {
  const shown = topics.filter(({ isNamed }) => isNamed)
  const few = topics.filter(({ isNamed }) => !isNamed)
  const [first] = few
  if (!first) return shown
  const sum = (of: (topic: TopicTrend) => number): number =>
    few.reduce((total, topic) => total + of(topic), 0)
  const rest = {
    ...first,
    num: null,
    label: fewAskers(MIN_ASKERS),
    questions: sum(({ questions }) => questions),
    askers: sum(({ askers }) => askers),
    before: first.before === null ? null : sum(({ before }) => before ?? 0),
    comparable: first.before === null ? null : sum(({ comparable }) => comparable ?? 0),
    verdict: null,
  }
  return [...shown, rest]
}

const cells = (
  { label, questions, askers, before, comparable, verdict }: FoldedTopic,
  isCompared: boolean,
): Cell[] => [
  label,
  questions,
  askers,
  ...(isCompared ? [before, changeCell(questions, comparable, verdict), verdict] : []),
]
