import type { SiteDb } from '../../../db/site-db.ts'
import { EVENT_KINDS } from '../../domain/events/event-kinds.ts'
import { RunningSums } from '../../domain/verdicts/day-sums.ts'
import {
  type ChangeInList,
  judgeList,
  notLookedAt,
  rowsToLookAt,
} from '../../domain/verdicts/judge-list.ts'
import { isTooFew } from '../../domain/verdicts/judge-against-past.ts'
import { unweighed } from '../../domain/verdicts/verdict.ts'
import { type JudgedChange, judgedChange } from '../../kernel/verdicts/judged-change.ts'
import { notesOnVerdicts } from '../../kernel/verdicts/notes-on-verdicts.ts'
import {
  compareSite,
  excessOfKind,
  type SiteComparison,
  twoSums,
} from '../../kernel/verdicts/site-comparison.ts'
import { HOUR_MS } from '../../lib/time/clock.ts'
import { daysRange, type TimeRange } from '../../lib/time/time-range.ts'
import { localDay, offsetSegments } from '../../lib/time/zone.ts'

/** The questions of a topic in the range and in the compared range. */
interface TopicSides {
  num: number
  questions: number
  askers: number
  before: { questions: number; askers: number }
}

interface Compared {
  range: TimeRange
  before: TimeRange
  now: number
  keptMonths: number
}

interface JudgedTopics {
  /** The judged changes, in the order of the given topics. */
  changes: JudgedChange[]
  notes: string[]
}

/**
 * Judges whether the change of each topic is unusual, by its questions on earlier days. A merged topic has the past of
 * its parts, since questions are counted as they are grouped today. Days are counted as far back as questions are kept;
 * for one page days are not counted.
 */
export async function judgeTopics(
  site: SiteDb,
  topics: readonly TopicSides[],
  { path, ...compared }: Compared & { path: string | undefined },
): Promise<JudgedTopics> {
  const comparison = await compareSite(site, { ...compared, knownFrom: questionsFrom(site) })
  const { changes, lookedAt } = await judge(site, topics, comparison, path !== undefined)
  const { range, before, now } = compared
  return {
    changes,
    notes: notesOnVerdicts({
      changes,
      lookedAt,
      marks: comparison.marks,
      hasToday: range.instants.toMs > now || before.instants.toMs > now,
    }),
  }
}

/** Returns the first local day from which on all questions are kept. */
function questionsFrom({ row }: SiteDb): number {
  const { raw_from: from, rollup_timezone: zone } = row
  return from === 0 ? Number.NEGATIVE_INFINITY : localDay(zone, from - 1) + 1
}

async function judge(
  site: SiteDb,
  topics: readonly TopicSides[],
  { plans: { questions: plan }, sides }: SiteComparison,
  isOfPage: boolean,
) {
  if (plan.kind === 'not_comparable' || isOfPage) {
    const settled =
      plan.kind === 'not_comparable'
        ? unweighed('not_comparable', plan.reason)
        : unweighed(null, 'raw_events')
    return { changes: topics.map(() => judgedChange(settled)), lookedAt: 0 }
  }
  const weighed = topics.map(({ questions, askers, before }) => ({
    size: questions + before.questions,
    isTooFew: isTooFew(
      'count',
      { k: questions, n: 1, readers: askers },
      { k: before.questions, n: 1, readers: before.askers },
    ),
  }))
  const places = rowsToLookAt(weighed)
  const nums = places.flatMap((place) => topics[place]?.num ?? [])
  const days = await readDays(site, nums, plan.reads)
  const phi = excessOfKind(EVENT_KINDS.question, [sides])
  const listed = places.flatMap((place): ChangeInList[] => {
    const topic = topics[place]
    if (!topic) return []
    const numerator = days(topic.num)
    const readers = twoSums(plan, topic.askers, topic.before.askers)
    return [{ plan, series: { kind: 'count', numerator, readers, phi } }]
  })
  const { judgements, lookedAt } = judgeList(listed)
  const found = new Map(places.map((place, i) => [place, judgements[i]]))
  return {
    changes: weighed.map((row, place) => judgedChange(found.get(place) ?? notLookedAt(row))),
    lookedAt,
  }
}

/**
 * Counts the questions of topics on each day that a comparison reads, and returns the function that finds the sums of a
 * topic by its number.
 */
async function readDays(
  site: SiteDb,
  nums: readonly number[],
  reads: readonly { from: number; to: number }[],
): Promise<(num: number) => RunningSums> {
  const from = Math.min(...reads.map((days) => days.from))
  const length = Math.max(...reads.map(({ to }) => to)) - from
  const zone = site.row.rollup_timezone
  const counts = new Map<number, Float64Array>()
  for (const days of reads) {
    const { instants } = daysRange(zone, days.from, days.to)
    // The segments begin an hour earlier, so that a change of the clock in the first hour is not missed.
    const segments = offsetSegments(zone, instants.fromMs - HOUR_MS, instants.toMs)
    for (const row of await site.topics.daysOf(nums, { ...instants, segments })) {
      const own = counts.get(row.topic) ?? new Float64Array(length)
      own[row.day - from] = row.questions
      counts.set(row.topic, own)
    }
  }
  return (num) => new RunningSums(from, counts.get(num) ?? new Float64Array(length))
}
