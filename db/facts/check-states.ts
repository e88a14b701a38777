import { sql } from 'kysely'
import { isOfSource } from './check-dimensions.ts'
import { checkRows, leavesOut } from './check-rows.ts'
import { flattenFilters, type FactQuery } from './fact-query.ts'
import type { Handles } from '../handles.ts'
import { prepareStatement } from '../prepared-statement.ts'
import type { FactReader } from './run-facts.ts'

/** What a query has left out of its numbers, and how much they rest on. */
export interface CheckStates {
  /** How many checks of a state without an answer to count there are, by state. */
  byState: Record<string, number>
  /** Answers to queries that name the brand, which are left out unless they are asked for. */
  branded: number
  /** What the numbers rest on. */
  queries: number
  engines: number
  runs: number
  checks: number
  access: string[]
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
  const statement = sql`SELECT k.state, ${left.branded ? sql`k.branded` : sql`0`} AS left_out, k.access,
      COUNT(*), COUNT(DISTINCT k.query_num), COUNT(DISTINCT k.engine), COUNT(DISTINCT k.run_num)
    FROM ${from} WHERE ${where}${left.fake ? sql` AND k.is_fake = 0` : sql``} GROUP BY 1, 2, 3`
  const found: CheckStates = { ...NO_STATES, byState: {}, access: [] }
  for (const row of await read(statement.compile(compiler))) addState(found, row)
  return found
}

const NO_STATES = { branded: 0, queries: 0, engines: 0, runs: 0, checks: 0 }

function addState(found: CheckStates, [state, isBranded, access, ...counts]: unknown[]): void {
  const [checks = 0, queries = 0, engines = 0, runs = 0] = counts.map(Number)
  const name = String(state)
  if (Number(isBranded) === 1) {
    if (name === 'ok') found.branded += checks
    return
  }
  if (name !== 'ok') {
    found.byState[name] = (found.byState[name] ?? 0) + checks
    return
  }
  // Engines and runs of several kinds of access may be the same; the larger number is no less than true.
  found.checks += checks
  found.queries = Math.max(found.queries, queries)
  found.engines += engines
  found.runs = Math.max(found.runs, runs)
  found.access.push(String(access))
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
