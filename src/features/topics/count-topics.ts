import type { SiteDb } from '../../../db/site-db.ts'
import type { TopicCount } from '../../../db/search/select-topics.ts'
import type { TimeRange } from '../../lib/time/time-range.ts'
import { comparedRange, namingRanges } from '../../kernel/range.ts'
import { comparability } from '../../domain/statistics/comparability.ts'
import { MIN_ASKERS } from '../../domain/topics/privacy.ts'
import { judgeChange, type ChangeVerdict } from '../../domain/statistics/judge-change.ts'

export interface TopicTrend extends TopicCount {
  /** Questions of the compared range; null where nothing is compared. */
  before: number | null
  /** The same, brought to a range as long as the other. */
  comparable: number | null
  verdict: ChangeVerdict | null
  /** True where enough readers of the site asked about it for its name to be shown, in either range. */
  isNamed: boolean
}

interface TopicTrends {
  topics: TopicTrend[]
  /** The range that is compared with, where there is one. */
  before: TimeRange | undefined
  notes: string[]
}

interface Wanted {
  range: TimeRange
  compare: string
  path: string | undefined
  now: number
}

/** Counts topics of a range beside the same topics of another, most asked first, with notes for the reader. */
export async function topicTrends(
  site: SiteDb,
  { range, compare, path, now }: Wanted,
): Promise<TopicTrends> {
  const zone = site.row.rollup_timezone
  const before = comparedRange(compare, range, zone, now)
  const onAllPages = topicCounter(site)
  const countIn = ({ instants }: TimeRange) =>
    path === undefined ? onAllPages(instants) : site.topics.count({ ...instants, path })
  const [topics, earlier, named, { firstDay }] = await Promise.all([
    countIn(range),
    before ? countIn(before) : [],
    namedTopics(onAllPages, namingRanges(range, before, zone, now)),
    site.dataSpan(),
  ])
  if (!before) {
    const plain = topics.map((topic) => ({
      ...topic,
      before: null,
      comparable: null,
      verdict: null,
      isNamed: named.has(topic.num),
    }))
    return { topics: plain, before, notes: [] }
  }
  const sides = comparability({ range, before, zone, now, firstDay })
  const countBefore = new Map(earlier.map(({ num, questions }) => [num, questions]))
  const trends = topics.map((topic) => {
    const asked = countBefore.get(topic.num) ?? 0
    const verdict = judgeChange(
      { isCount: true, numerator: topic.questions, denominator: sides.observedMs },
      { isCount: true, numerator: asked, denominator: sides.observedBeforeMs },
      sides.areCounts,
    )
    const isNamed = named.has(topic.num)
    if (sides.isBeforeData) return { ...topic, before: null, comparable: null, verdict, isNamed }
    return { ...topic, before: asked, comparable: asked * sides.scale, verdict, isNamed }
  })
  return { topics: trends, before, notes: sides.notes }
}

type CountTopics = (instants: TimeRange['instants']) => Promise<TopicCount[]>

/**
 * Counts the topics of all pages, each stretch of time once: most are both listed and looked at for names, and counting
 * one reads all its questions.
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

/** Finds the topics that enough readers asked about in one of these ranges, on any page: as every query names them. */
async function namedTopics(
  onAllPages: CountTopics,
  ranges: readonly TimeRange['instants'][],
): Promise<Set<number>> {
  const counts = await Promise.all(ranges.map(onAllPages))
  const named = counts.flat().filter(({ askers }) => askers >= MIN_ASKERS)
  return new Set(named.map(({ num }) => num))
}
