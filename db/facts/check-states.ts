import { sql } from 'kysely'
import { isOfSource } from './check-dimensions.ts'
import { checkRows, leavesOut } from './check-rows.ts'
import { flattenFilters, type FactQuery } from './fact-query.ts'
import type { Handles } from '../handles.ts'
import { prepareStatement } from '../prepared-statement.ts'
import type { FactReader } from './run-facts.ts'

/** What a query counts, and what it leaves out. */
export interface CheckStates {
  /** Answers that are counted. */
  checks: number
  /** How engines were asked for them: `api`, `serp`. */
  access: string[]
  /** How many checks of a state without an answer to count there are, by state. */
  byState: Record<string, number>
  /** Answers to queries that name the brand, which are left out unless they are asked for. */
  branded: number
}

/** Counts the checks of a range by their state; conditions on sources say nothing of checks that have none. */
export async function readCheckStates(
  { rows: read, compiler }: FactReader,
  siteNum: number,
  query: FactQuery,
): Promise<CheckStates> {
  const filters = query.filters.filter((one) =>
    flattenFilters([one]).every(({ dimension }) => !isOfSource(dimension)),
  )
  const left = leavesOut(query)
  const { from, where } = checkRows(siteNum, { ...query, filters, dimensions: [] }, 'checks')
  const statement = sql`SELECT k.state, ${left.branded ? sql`k.branded` : sql`0`} AS left_out, k.access, COUNT(*)
    FROM ${from} WHERE ${where}${left.fake ? sql` AND k.is_fake = 0` : sql``} GROUP BY 1, 2, 3`
  const found: CheckStates = { checks: 0, access: [], byState: {}, branded: 0 }
  for (const [state, isBranded, access, count] of await read(statement.compile(compiler))) {
    const [name, checks] = [String(state), Number(count)]
    if (name === 'ok' && Number(isBranded) === 1) found.branded += checks
    else if (name !== 'ok') {
      if (Number(isBranded) !== 1) found.byState[name] = (found.byState[name] ?? 0) + checks
    } else {
      found.checks += checks
      found.access.push(String(access))
    }
  }
  return found
}

const LAST_CHECK = prepareStatement(
  ['site'],
  ({ site }) =>
    sql`SELECT at FROM citation_check WHERE site_num = ${site} ORDER BY at DESC LIMIT 1`,
)

/** Reads when the newest check of a site was made; undefined where there is none. */
export async function readLastCheck(
  { read, readRows }: Pick<Handles, 'read' | 'readRows'>,
  siteNum: number,
): Promise<number | undefined> {
  const [[at] = []] = await readRows(LAST_CHECK.bind(read, { site: siteNum }))
  return at === undefined || at === null ? undefined : Number(at)
}
