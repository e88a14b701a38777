import { setImmediate as turn } from 'node:timers/promises'
import { sql, type RawBuilder } from 'kysely'
import type { Trx } from '../tables/schema.ts'
import { countReturnDays, countVisitorDays, countVisitorSources } from './count-days.ts'
import { eventsOf, type CountedDay } from './rollup-parts.ts'

/** The events whose visitors a step counts before it lets other work in. */
const STEP_EVENTS = 10_000

/**
 * Recounts the visitors who were seen on a day that may still take live events, one range of visitors after the other.
 */
export async function recountSeen(trx: Trx, counted: CountedDay, events: number): Promise<void> {
  const day = sql.lit(counted.day)
  for (const some of visitorRanges(events)) {
    const stored = sql`site_num = ${counted.siteNum} AND day = ${counted.day} AND ${some}`
    const where = sql`${eventsOf(counted)} AND ${some}`
    await turn()
    await sql`DELETE FROM visitor_day WHERE ${stored}`.execute(trx)
    await sql`DELETE FROM return_day WHERE ${stored}`.execute(trx)
    await sql`DELETE FROM visitor_source WHERE ${stored}`.execute(trx)
    await sql`INSERT INTO visitor_day (day, site_num, visitor, kinds, session_at, last_at, source, entry, sources) ${countVisitorDays(day, where)}`.execute(
      trx,
    )
    await sql`INSERT INTO visitor_source (day, site_num, visitor, source, kinds) ${countVisitorSources(day, where)}`.execute(
      trx,
    )
    await sql`INSERT INTO return_day (day, site_num, visitor, engine, click_at, referral_at, returned) ${countReturnDays(day, where)}`.execute(
      trx,
    )
  }
}

/**
 * Returns conditions that split visitors by the first byte of their random ids, so that each part has about
 * `STEP_EVENTS` events.
 */
export function visitorRanges(events: number): RawBuilder<unknown>[] {
  const parts = Math.min(256, Math.max(1, Math.ceil(events / STEP_EVENTS)))
  const begins = Array.from({ length: parts }, (_, part) => Math.floor((part * 256) / parts))
  return begins.map((first, part) => {
    const next = begins[part + 1]
    const upTo = next === undefined ? sql`` : sql` AND visitor < ${Buffer.from([next])}`
    return sql`visitor >= ${Buffer.from(part === 0 ? [] : [first])}${upTo}`
  })
}
