import { setImmediate as turn } from 'node:timers/promises'
import * as z from 'zod'
import type { SiteDb } from '../../../db/site-db.ts'
import type { SiteRow } from '../../../db/site-row.ts'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { type Comparability, comparability } from '../../domain/statistics/comparability.ts'
import { EVENT_KINDS } from '../../domain/events/event-kinds.ts'
import { RunningSums } from '../../domain/verdicts/day-sums.ts'
import { type ChangeInList, judgeList } from '../../domain/verdicts/judge-list.ts'
import { type Judgement, unweighed } from '../../domain/verdicts/verdict.ts'
import {
  isCountedDifferently,
  JudgedChange,
  judgedChange,
} from '../../kernel/verdicts/judged-change.ts'
import { notesOnVerdicts } from '../../kernel/verdicts/notes-on-verdicts.ts'
import { compareSite, excessOfKind, readersOf } from '../../kernel/verdicts/site-comparison.ts'
import { changePercent } from '../../kernel/reads/table.ts'
import { daysRange, formatRange, previousRange } from '../../lib/time/time-range.ts'
import { localDay } from '../../lib/time/zone.ts'
import { lastScores } from './last-scan.ts'

const DAYS = 28

/** The numbers of each site in a list of sites, besides its configuration. */
export const SiteNumbers = z.object({
  range: z.object({ from: z.string(), to: z.string() }),
  aiClicks: z
    .object({
      value: z.int(),
      previous: z.int().nullable().describe('Of the 28 days before'),
      changePct: z.number().nullable(),
      change: JudgedChange.describe('Judged together with the other sites of this page'),
      spark: z.array(z.int()).length(DAYS).describe('Of each day, the oldest first'),
    })
    .nullable()
    .describe('Times that readers opened an AI engine; null without analytics:read'),
  score: z.int().nullable().describe('Of the site, at the last scan that completed'),
})
type SiteNumbers = z.input<typeof SiteNumbers>

interface Asked {
  now: number
  /** The number of months for which the organization's plan keeps daily sums. */
  keptMonths: number
  mayCount: boolean
}

type Site = Pick<SiteRow, 'id' | 'rollup_timezone'>

/** Reads the numbers of some sites, by the site's id. */
export async function siteNumbers(
  db: TenantDb,
  sites: readonly Site[],
  { now, mayCount, keptMonths }: Asked,
): Promise<{ of: ReadonlyMap<string, SiteNumbers>; notes: string[] }> {
  const ids = sites.map(({ id }) => id)
  const [scores, clicks] = await Promise.all([
    lastScores(db, ids),
    mayCount ? readClicks(db, sites, { now, keptMonths }) : undefined,
  ])
  const entries = sites.map(({ id, rollup_timezone: zone }) => {
    const range = lastDays(zone, now)
    const numbers = {
      range: formatRange(range),
      aiClicks: clicks?.of.get(id) ?? null,
      score: scores.get(id) ?? null,
    }
    return [id, numbers] as const
  })
  return { of: new Map(entries), notes: clicks?.notes ?? [] }
}

function lastDays(zone: string, now: number) {
  const today = localDay(zone, now)
  return daysRange(zone, today + 1 - DAYS, today + 1)
}

/** Reads the clicks of sites over 28 days and over the 28 days before, and judges their changes as one list. */
async function readClicks(
  db: TenantDb,
  sites: readonly Site[],
  asked: Omit<Asked, 'mayCount'>,
): Promise<{ of: ReadonlyMap<string, NonNullable<SiteNumbers['aiClicks']>>; notes: string[] }> {
  const counted: CountedClicks[] = []
  for (const { id } of sites) {
    await turn()
    const site = await db.sites.find(id)
    if (site) counted.push(await countClicks(site, asked))
  }
  const changes = counted.flatMap(({ change }) => ('plan' in change ? [change] : []))
  const { judgements, lookedAt } = judgeList(changes)
  const judged = new Map(changes.map((change, i) => [change, judgements[i]]))
  const of = new Map(
    counted.map(({ id, change, sides, spark, earlier }) => {
      const judgement = 'plan' in change ? judged.get(change) : change
      const own = judgedChange(judgement ?? unweighed(null, 'not_looked_at'))
      const value = sum(spark)
      const previous = sides.isBeforeData ? null : earlier
      const isLike = sides.areCounts && !isCountedDifferently(own)
      const comparable = previous === null || !isLike ? null : previous * sides.scale
      return [
        id,
        { value, previous, changePct: changePercent(value, comparable), change: own, spark },
      ]
    }),
  )
  const shown = [...of.values()].map(({ change }) => change)
  return { of, notes: notesOnVerdicts({ changes: shown, lookedAt, marks: [], hasToday: true }) }
}

interface CountedClicks {
  id: string
  spark: number[]
  earlier: number
  sides: Comparability
  /**
   * The change of the clicks with its daily sums, to be judged; or the judgement, where no daily sums are needed for
   * it.
   */
  change: ChangeInList | Judgement
}

async function countClicks(
  site: SiteDb,
  { now, keptMonths }: Omit<Asked, 'mayCount'>,
): Promise<CountedClicks> {
  const { id, rollup_timezone: zone } = site.row
  const range = lastDays(zone, now)
  const before = previousRange(range, zone)
  const { firstDay } = await site.dataSpan()
  const sides = comparability({ range, before, zone, now, firstDay })
  const { plans, sides: kinds } = await compareSite(site, { range, before, now, keptMonths })
  const plan = plans.others
  const to = localDay(zone, now) + 1
  const reads = plan.kind === 'comparable' ? plan.reads : []
  const from = Math.min(to - 2 * DAYS, ...reads.map((days) => days.from))
  const clicks = await site.countEventsByDay({ from, to }, EVENT_KINDS.ai_click)
  const numerator = new RunningSums(from, clicks)
  const kind = EVENT_KINDS.ai_click
  const readers = readersOf(kind, plan, [kinds])
  const phi = excessOfKind(kind, [kinds])
  return {
    id,
    spark: Array.from(clicks.slice(-DAYS)),
    earlier: numerator.over({ from: to - 2 * DAYS, to: to - DAYS }),
    sides,
    change:
      plan.kind === 'comparable'
        ? { plan, series: { kind: 'count', numerator, readers, phi } }
        : unweighed('not_comparable', plan.reason),
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)
