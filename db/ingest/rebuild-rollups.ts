import { setImmediate as turn } from 'node:timers/promises'
import { sql, type RawBuilder } from 'kysely'
import { dayBounds, dayStart, firstDayFrom, localDay } from '../../src/lib/time/zone.ts'
import { countOf } from '../count-of.ts'
import { CallerLeftError, QueryTimeoutError, TooManyReadsError } from '../errors.ts'
import { ROLLUP_VERSION } from '../facts/rollup-keys.ts'
import { valueRows } from '../forms.ts'
import { stepTransaction } from '../step-transaction.ts'
import type { Db, Trx } from '../tables/schema.ts'
import { carryReferrersStep } from './carry-referrers.ts'
import { recountSeen, visitorRanges } from './recount-seen.ts'
import {
  eventsOf,
  pageBoundaries,
  rollupParts,
  type CountedDay,
  type RollupPart,
} from './rollup-parts.ts'
import { changedSources, storeSources } from './visit-sources.ts'

/** A local day number before every day that an event can have. */
const FIRST_DAY = -1_000_000
/** The last days of a site, which live events may still enter, so their visitors must be stored. */
const OPEN_DAYS = 3
/** The rows that a step stores before it lets other writers in. */
const STEP_ROWS = 2_000

/** The handles of a rebuild: the one writer, and reads in other threads. */
export interface RebuildHandles {
  write: Db
  scan: Db
  /** Reads in a thread as `scan` does, but neither waits nor takes long, for work that keeps writers waiting. */
  briefScan: Db
}

/** The state of the day that a step recounts: unchanged, no longer kept, or in another time zone than before. */
type DayState = 'firm' | 'forgotten' | 'moved'

/**
 * Recounts the rollups of a site from its events, by the local days of its time zone; days whose events are no longer
 * kept stay as they are. Each step is a transaction of one day and one part of its sums, so that other writers get in
 * between: an event that comes after the step is added to what was counted. From the first step to the last, queries
 * count the events themselves. A rebuild that is cut short, or whose time zone changes meanwhile, begins again.
 */
export async function* rebuildRollups(ways: RebuildHandles, siteNum: number): AsyncGenerator<void> {
  for (;;) {
    const zone = await zoneOf(ways.write, siteNum)
    if (zone === undefined) return
    let footing: DayState = 'firm'
    for await (const found of recountDays(ways, siteNum, zone)) {
      footing = found
      if (footing === 'moved') break
      yield
    }
    if (footing !== 'moved' && (await endRebuild(ways.write, siteNum, zone)) === zone) return
    yield
  }
}

async function* recountDays(
  ways: RebuildHandles,
  siteNum: number,
  zone: string,
): AsyncGenerator<DayState> {
  const { write } = ways
  const days = await write.transaction().execute((trx) => beginRebuild(trx, siteNum, zone))
  while (await carryReferrersStep(write, siteNum)) yield 'firm'
  const pages = await pageBoundaries(ways.scan, siteNum)
  for (let day = days.first; day <= days.last; day++) {
    const counted = { siteNum, day, zone, ...dayBounds(zone, day) }
    const isOpen = day > days.last - OPEN_DAYS
    const sources = sourceSteps(counted, await countEvents(ways.scan, counted))
    for (const step of sources) {
      const apart = await recountInThread(ways, counted, step)
      yield apart ?? (await recountWithLock(ways, counted, step))
    }
    for (const part of rollupParts(counted, pages)) {
      const step = isOpen && part.table === 'rollup_day' ? openStep(counted, part) : toStep(part)
      const apart = isOpen ? undefined : await recountInThread(ways, counted, step)
      yield apart ?? (await recountWithLock(ways, counted, step))
    }
  }
}

async function zoneOf(db: Db | Trx, siteNum: number): Promise<string | undefined> {
  const site = await db
    .selectFrom('site')
    .select('timezone')
    .where('num', '=', siteNum)
    .executeTakeFirst()
  return site?.timezone
}

/** Marks a site's rollups as right, unless other work marked them meanwhile; returns its time zone. */
async function endRebuild(write: Db, siteNum: number, zone: string): Promise<string | undefined> {
  await write
    .updateTable('site')
    .set({ rollup_version: ROLLUP_VERSION })
    .where('num', '=', siteNum)
    .where('timezone', '=', zone)
    .where('rollup_timezone', '=', zone)
    .where('rollup_version', '=', 0)
    .execute()
  return (await zoneOf(write, siteNum)) ?? zone
}

interface Days {
  first: number
  last: number
  /** The first local day whose events are all kept. */
  firstKept: number
}

const NO_DAYS = { first: 0, last: -1 }

/** Counts new events by the days of this zone; returns the days to recount, from the first kept one on. */
async function beginRebuild(trx: Trx, siteNum: number, zone: string): Promise<Days> {
  const { firstDay, first, last } = await keptSpan(trx, siteNum, zone)
  const stored = await trx
    .selectFrom('rollup_day')
    .select((eb) => [eb.fn.min('day').as('first'), eb.fn.max('day').as('last')])
    .where('site_num', '=', siteNum)
    .where('day', '>=', firstDay)
    .executeTakeFirst()
  await trx
    .updateTable('site')
    .set({ rollup_timezone: zone, rollup_version: 0 })
    .where('num', '=', siteNum)
    .execute()
  const ends = [
    ...(last === null ? [] : [localDay(zone, first), localDay(zone, last)]),
    ...(stored ? [stored.first, stored.last] : []).filter((day) => day !== null),
  ]
  const span = ends.length === 0 ? NO_DAYS : { first: Math.min(...ends), last: Math.max(...ends) }
  return { ...span, firstKept: firstDay }
}

interface KeptSpan {
  /** The first local day whose events are all kept, and the instant at which it begins. */
  firstDay: number
  fromMs: number
  /** The times of the first and the last event from that day on, in epoch milliseconds. */
  first: number
  last: number | null
}

/** Returns the stretch of a site's days that can be counted from the site's events; `last` is null without events. */
export async function keptSpan(db: Db | Trx, siteNum: number, zone: string): Promise<KeptSpan> {
  const site = await db
    .selectFrom('site')
    .select('raw_from')
    .where('num', '=', siteNum)
    .executeTakeFirst()
  const rawFrom = site?.raw_from ?? 0
  const firstDay = rawFrom === 0 ? FIRST_DAY : firstDayFrom(zone, rawFrom)
  const fromMs = rawFrom === 0 ? 0 : dayStart(zone, firstDay)
  const span = await db
    .selectFrom('event')
    .select((eb) => [eb.fn.min('at').as('first'), eb.fn.max('at').as('last')])
    .where('site_num', '=', siteNum)
    .where('at', '>=', fromMs)
    .executeTakeFirst()
  const { first = null, last = null } = span ?? {}
  return { firstDay, fromMs, first: first ?? 0, last }
}

/** One step of a recount: the statement that counts, and the function that stores the rows which it returns. */
interface RecountStep {
  rows: RawBuilder<unknown>
  store(trx: Trx, rows: readonly Row[]): Promise<void>
}

type Row = Record<string, number>

const toStep = (part: RollupPart): RecountStep => ({
  rows: part.rows,
  store: (trx, rows) => replaceRows(trx, part, rows),
})

/**
 * Makes a step for a day that may still take live events. It stores the sums together with the visitors seen on the
 * day, and with those sources of events that have become wrong since they were found: the next events are counted by
 * the data of their visitors.
 */
const openStep = (counted: CountedDay, part: RollupPart): RecountStep => ({
  rows: part.rows,
  async store(trx, rows) {
    const events = await countEvents(trx, counted)
    for (const step of sourceSteps(counted, events))
      await step.store(trx, await readRows(trx, step))
    await replaceRows(trx, part, rows)
    await recountSeen(trx, counted, events)
  },
})

/** Returns the steps that find the sources of a day's visits, by ranges of visitors. */
const sourceSteps = (counted: CountedDay, events: number): RecountStep[] =>
  visitorRanges(events).map((some) => ({
    rows: changedSources(sql.lit(counted.day), sql`${eventsOf(counted)} AND ${some}`),
    store: (trx, rows) => storeSources(trx, counted.siteNum, rows),
  }))

/** Counts in another thread; undefined where a write came in between, or counting took too long. */
async function recountInThread(
  ways: RebuildHandles,
  counted: CountedDay,
  step: RecountStep,
): Promise<DayState | undefined> {
  const before = await ifInTime(countEvents(ways.scan, counted))
  const rows = before === undefined ? undefined : await ifInTime(readRows(ways.scan, step))
  if (!rows) return undefined
  return stepTransaction(ways.write, async (trx) => {
    const footing = await dayStateOf(trx, counted)
    if (footing !== 'firm') return footing
    if ((await countEvents(trx, counted)) !== before) return undefined
    await step.store(trx, rows)
    return footing
  })
}

/** Counts while no other can write: in another thread, or on this one where that takes too long. */
async function recountWithLock(
  ways: RebuildHandles,
  counted: CountedDay,
  step: RecountStep,
): Promise<DayState> {
  return stepTransaction(ways.write, async (trx) => {
    const footing = await dayStateOf(trx, counted)
    if (footing !== 'firm') return footing
    const rows = (await ifInTime(readRows(ways.briefScan, step))) ?? (await readRows(trx, step))
    await step.store(trx, rows)
    return footing
  })
}

/** The errors of a read that got no thread, or not enough time. */
const END_OF_READS = [QueryTimeoutError, CallerLeftError, TooManyReadsError]

/** Returns the result of a read in another thread; undefined where the read got no thread, or not enough time. */
async function ifInTime<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (END_OF_READS.some((known) => error instanceof known)) return undefined
    throw error
  }
}

async function readRows(db: Db | Trx, step: RecountStep): Promise<Row[]> {
  const { rows } = await sql<Row>`${step.rows}`.execute(db)
  return rows
}

async function replaceRows(trx: Trx, part: RollupPart, rows: readonly Row[]): Promise<void> {
  const table = sql.table(part.table)
  await sql`DELETE FROM ${table} WHERE ${part.stored}`.execute(trx)
  for (let from = 0; from < rows.length; from += STEP_ROWS) {
    await turn()
    const values = rows.slice(from, from + STEP_ROWS).map((row) => Object.values(row))
    const names = sql.join(part.columns.map((column) => sql.ref(column)))
    const counted = valueRows('counted', columnsOf(part), values)
    await sql`INSERT INTO ${table} (${names}) SELECT ${names} FROM ${counted}`.execute(trx)
  }
}

const columnsOf = ({ columns }: RollupPart): Record<string, 'integer'> =>
  Object.fromEntries(columns.map((column) => [column, 'integer']))

const countEvents = (db: Db | Trx, { siteNum, fromMs, toMs }: CountedDay): Promise<number> =>
  countOf(
    db
      .selectFrom('event')
      .where('site_num', '=', siteNum)
      .where('at', '>=', fromMs)
      .where('at', '<', toMs),
  )

/** Returns the state of the day: its sums must stay where its events were deleted meanwhile. */
async function dayStateOf(trx: Trx, { siteNum, fromMs, zone }: CountedDay): Promise<DayState> {
  const site = await trx
    .selectFrom('site')
    .select(['raw_from', 'timezone', 'rollup_timezone'])
    .where('num', '=', siteNum)
    .executeTakeFirst()
  if (site?.timezone !== zone || site.rollup_timezone !== zone) return 'moved'
  return site.raw_from <= fromMs ? 'firm' : 'forgotten'
}
