import * as z from 'zod'
import type { SiteRow } from '../../../db/site-row.ts'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { comparability } from '../../domain/statistics/comparability.ts'
import { CHANGE_VERDICTS, judgeChange } from '../../domain/statistics/judge-change.ts'
import { changePercent } from '../../kernel/reads/table.ts'
import { daysRange, formatRange, previousRange } from '../../lib/time/time-range.ts'
import { localDay } from '../../lib/time/zone.ts'
import { lastScores } from './last-scan.ts'

const DAYS = 28

/** What a list of sites tells of each besides its configuration. */
export const SiteNumbers = z.object({
  range: z.object({ from: z.string(), to: z.string() }),
  aiClicks: z
    .object({
      value: z.int(),
      previous: z.int().nullable().describe('Of the 28 days before'),
      changePct: z.number().nullable(),
      verdict: z.enum(CHANGE_VERDICTS),
      spark: z.array(z.int()).length(DAYS).describe('Of each day, the oldest first'),
    })
    .nullable()
    .describe('Times that readers opened an AI engine; null without analytics:read'),
  score: z.int().nullable().describe('Of the site, at the last scan that completed'),
})
type SiteNumbers = z.input<typeof SiteNumbers>

type Site = Pick<SiteRow, 'id' | 'rollup_timezone'>

/** Reads the numbers of some sites, by id: three statements, however many sites there are. */
export async function siteNumbers(
  db: TenantDb,
  sites: readonly Site[],
  { now, mayCount }: { now: number; mayCount: boolean },
): Promise<ReadonlyMap<string, SiteNumbers>> {
  const ids = sites.map(({ id }) => id)
  const [scores, clicksOf] = await Promise.all([
    lastScores(db, ids),
    mayCount ? readClicks(db, sites, now) : undefined,
  ])
  const entries = sites.map(({ id, rollup_timezone: zone }) => {
    const range = lastDays(zone, now)
    const numbers = {
      range: formatRange(range),
      aiClicks: clicksOf?.(id, zone) ?? null,
      score: scores.get(id) ?? null,
    }
    return [id, numbers] as const
  })
  return new Map(entries)
}

function lastDays(zone: string, now: number) {
  const today = localDay(zone, now)
  return daysRange(zone, today + 1 - DAYS, today + 1)
}

/** Reads the clicks of sites over 28 days and the 28 before; each site has days of its own zone. */
async function readClicks(db: TenantDb, sites: readonly Site[], now: number) {
  if (sites.length === 0) return undefined
  const ids = sites.map(({ id }) => id)
  const todays = sites.map(({ rollup_timezone: zone }) => localDay(zone, now))
  const span = { from: Math.min(...todays) + 1 - 2 * DAYS, to: Math.max(...todays) + 1 }
  const [rows, firsts] = await Promise.all([
    db.sites.clicksByDay(ids, span),
    db.sites.firstDays(ids),
  ])
  const clicks = new Map(rows.map(({ id, day, events }) => [`${id} ${day}`, events]))
  const firstDays = new Map(firsts.map(({ id, day }) => [id, day ?? undefined]))
  return (id: string, zone: string): SiteNumbers['aiClicks'] => {
    const range = lastDays(zone, now)
    const before = previousRange(range, zone)
    const sides = comparability({ range, before, zone, now, firstDay: firstDays.get(id) })
    const from = localDay(zone, now) + 1 - DAYS
    const series = (start: number): number[] =>
      Array.from({ length: DAYS }, (_, i) => clicks.get(`${id} ${start + i}`) ?? 0)
    const spark = series(from)
    const [value, earlier] = [sum(spark), sum(series(from - DAYS))]
    const previous = sides.isBeforeData ? null : earlier
    return {
      value,
      previous,
      changePct: changePercent(value, previous === null ? null : previous * sides.scale),
      verdict: judgeChange(
        { isCount: true, numerator: value, denominator: sides.observedMs },
        { isCount: true, numerator: earlier, denominator: sides.observedBeforeMs },
        sides.areCounts,
      ),
      spark,
    }
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)
