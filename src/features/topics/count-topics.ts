import type { SiteDb } from '../../../db/site-db.ts'
import type { TopicCount } from '../../../db/site/site-topics.ts'
import type { TimeRange } from '../../lib/time/time-range.ts'
import { comparedRange, namingRanges } from '../../kernel/reads/range.ts'
import { comparability, type Comparability } from '../../domain/statistics/comparability.ts'
import { MIN_ASKERS } from '../../domain/topics/privacy.ts'
import { isCountedDifferently, type JudgedChange } from '../../kernel/verdicts/judged-change.ts'
import { judgeTopics } from './judge-topics.ts'

export interface TopicTrend extends TopicCount {
  /** The number of questions in the compared range; null where nothing is compared. */
  before: number | null
  /** The value of `before`, scaled to the length of the first range; null where a comparison would mislead. */
  comparable: number | null
  change: JudgedChange | null
  /** True where the topic was first asked about in the range. */
  isNew: boolean
  /** True where enough readers asked about the topic for its name to be shown, in either range. */
  isNamed: boolean
}

interface TopicTrends {
  topics: TopicTrend[]
  /** The range with which the first one is compared; undefined where nothing is compared. */
  before: TimeRange | undefined
  notes: string[]
}

interface Wanted {
  range: TimeRange
  compare: string
  path: string | undefined
  now: number
  /** The number of months of daily sums that the plan of the organization keeps. */
  keptMonths: number
}

/**
 * Counts the questions of each topic in a range and compares them with another range, most asked first, with notes for
 * the reader.
 */
export async function topicTrends(
  site: SiteDb,
  { range, compare, path, now, keptMonths }: Wanted,
): Promise<TopicTrends> {
  const zone = site.row.rollup_timezone
  const before = comparedRange(compare, range, zone, now)
  const onAllPages = topicCounter(site)
  const countIn = ({ instants }: TimeRange) =>
    path === undefined ? onAllPages(instants) : site.topics.count({ ...instants, path })
  const [topics, earlier, named, sides] = await Promise.all([
    countIn(range),
    before ? countIn(before) : [],
    namedTopics(onAllPages, namingRanges(range, before, zone, now)),
    sidesOf(site, { range, before, now }),
  ])
  const countBefore = new Map(earlier.map((topic) => [topic.num, topic]))
  const sided = topics.map((topic) => ({
    ...topic,
    before: countBefore.get(topic.num) ?? NOBODY_ASKED,
  }))
  const judged =
    before && (await judgeTopics(site, sided, { range, before, now, keptMonths, path }))
  const trends = sided.map((topic, i) => ({
    ...topic,
    ...trendOf(topic.before.questions, sides, judged?.changes[i]),
    isNew: topic.first_asked_at >= range.instants.fromMs,
    isNamed: named.has(topic.num),
  }))
  return { topics: trends, before, notes: [...(sides?.notes ?? []), ...(judged?.notes ?? [])] }
}

/**
 * Counts the questions of one topic in a range and compares them with another range, as `topicTrends` does, even where
 * no reader asked in either.
 */
export async function topicTrend(
  site: SiteDb,
  topicNum: number,
  { range, compare, now, keptMonths }: Omit<Wanted, 'path'>,
) {
  const before = comparedRange(compare, range, site.row.rollup_timezone, now)
  const [[counted], earlier, sides] = await Promise.all([
    site.topics.count({ ...range.instants, topicNum }),
    before ? site.topics.count({ ...before.instants, topicNum }) : [],
    sidesOf(site, { range, before, now }),
  ])
  const { questions, askers, last_at: lastAt } = counted ?? NOBODY_ASKED
  const sided = { num: topicNum, questions, askers, before: earlier[0] ?? NOBODY_ASKED }
  const compared = before && { range, before, now, keptMonths, path: undefined }
  const judged = compared && (await judgeTopics(site, [sided], compared))
  const trend = trendOf(sided.before.questions, sides, judged?.changes[0])
  const notes = [...(sides?.notes ?? []), ...(judged?.notes ?? [])]
  return { questions, askers, lastAt, ...trend, notes }
}

const NOBODY_ASKED = { questions: 0, askers: 0, last_at: null }

async function sidesOf(
  site: SiteDb,
  { range, before, now }: { range: TimeRange; before: TimeRange | undefined; now: number },
): Promise<Comparability | undefined> {
  if (!before) return undefined
  const { firstDay } = await site.dataSpan()
  return comparability({ range, before, zone: site.row.rollup_timezone, now, firstDay })
}

/**
 * Returns a topic's questions in the compared range, also scaled, and the verdict on the change; null for each that
 * cannot be compared.
 */
function trendOf(
  asked: number,
  sides: Comparability | undefined,
  change: JudgedChange | undefined,
): Pick<TopicTrend, 'before' | 'comparable' | 'change'> {
  if (!sides || !change) return { before: null, comparable: null, change: null }
  if (sides.isBeforeData) return { before: null, comparable: null, change }
  const isLike = sides.areCounts && !isCountedDifferently(change)
  return { before: asked, comparable: isLike ? asked * sides.scale : null, change }
}

type CountTopics = (instants: TimeRange['instants']) => Promise<TopicCount[]>

/**
 * Makes the function that counts the topics of all pages in a stretch of time, and counts each stretch once: most are
 * both listed and used to find names, and counting one reads all its questions.
 */
function topicCounter(site: SiteDb): CountTopics {
  const counts = new Map<string, Promise<TopicCount[]>>()
  return (instants) => {
    const key = `${instants.fromMs} ${instants.toMs}`
    const count = counts.get(key) ?? site.topics.count(instants)
    counts.set(key, count)
    return count
  }
}

/**
 * Finds the topics whose names may be shown: enough readers asked about them in one of these ranges, on any page. So
 * the names are the same for all filters of pages.
 */
async function namedTopics(
  onAllPages: CountTopics,
  ranges: readonly TimeRange['instants'][],
): Promise<Set<number>> {
  const counts = await Promise.all(ranges.map(onAllPages))
  const named = counts.flat().filter(({ namers }) => namers >= MIN_ASKERS)
  return new Set(named.map(({ num }) => num))
}
