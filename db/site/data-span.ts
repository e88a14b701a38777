import { sql } from 'kysely'
import type { Handles } from '../handles.ts'
import { prepareStatement } from '../prepared-statement.ts'

/** The span of time in which a site has events. All fields are undefined for a site without any. */
export interface DataSpan {
  /** The local day of the first event, as a number of days since 1970-01-01. */
  firstDay: number | undefined
  /** The times of the first and the last event, in epoch milliseconds. */
  firstEventAt: number | undefined
  lastEventAt: number | undefined
}

const SPAN = prepareStatement(
  ['site'],
  ({ site }) => sql`SELECT
    (SELECT day FROM rollup_day WHERE site_num = ${site} ORDER BY day LIMIT 1),
    (SELECT at FROM event WHERE site_num = ${site} ORDER BY at LIMIT 1),
    (SELECT at FROM event WHERE site_num = ${site} ORDER BY at DESC LIMIT 1)`,
)

/** Reads the span of time in which a site has events, in one statement: three looks at the ends of two indexes. */
export async function readDataSpan(
  { read, readRows }: Pick<Handles, 'read' | 'readRows'>,
  siteNum: number,
): Promise<DataSpan> {
  const [row = []] = await readRows(SPAN.bind(read, { site: siteNum }))
  const [firstDay, firstEventAt, lastEventAt] = row.map((cell) =>
    cell === null ? undefined : Number(cell),
  )
  return { firstDay, firstEventAt, lastEventAt }
}
