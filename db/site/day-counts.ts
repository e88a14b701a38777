import { sql } from 'kysely'
import type { Handles } from '../handles.ts'
import { prepareStatement } from '../prepared-statement.ts'

/** A half-open range of local days. */
interface Days {
  from: number
  to: number
}

/** The counts of one kind of events on a site. */
export interface KindCount {
  events: number
  /** The number of readers of each day, each counted once a day, summed over the days. */
  readers: number
}

const EVENTS_BY_DAY = prepareStatement(
  ['site', 'kind', 'from', 'to'],
  ({ site, kind, from, to }) => sql`SELECT day, events FROM rollup_day
    WHERE site_num = ${site} AND kind = ${kind} AND day >= ${from} AND day < ${to}`,
)

const COUNTS_BY_KIND = prepareStatement(
  ['site', 'from', 'to'],
  ({ site, from, to }) => sql`SELECT kind, SUM(events), SUM(visitors) FROM rollup_day
    WHERE site_num = ${site} AND day >= ${from} AND day < ${to} GROUP BY kind`,
)

type Reading = Pick<Handles, 'read' | 'readRows'>

/** Counts the events of a kind of a site on each of some days, in the order of the days. */
export async function countEventsByDay(
  { read, readRows }: Reading,
  siteNum: number,
  { from, to }: Days,
  kind: number,
): Promise<Float64Array> {
  const counts = new Float64Array(Math.max(0, to - from))
  for (const [day, events] of await readRows(
    EVENTS_BY_DAY.bind(read, { site: siteNum, kind, from, to }),
  )) {
    counts[Number(day) - from] = Number(events)
  }
  return counts
}

/** Counts the events of a site over some days, and their readers, by the number of their kind. */
export async function countByKind(
  { read, readRows }: Reading,
  siteNum: number,
  { from, to }: Days,
): Promise<Map<number, KindCount>> {
  const rows = await readRows(COUNTS_BY_KIND.bind(read, { site: siteNum, from, to }))
  return new Map(
    rows.map(([kind, events, readers]) => [
      Number(kind),
      { events: Number(events), readers: Number(readers) },
    ]),
  )
}
