import { sql, type RawBuilder } from 'kysely'
import { CHECK_STATES } from '../../src/domain/citations/engine-answer.ts'
import { isOfSource } from './check-dimensions.ts'
import { checkRows, isCountedCheck, leavesOut } from './check-rows.ts'
import { flattenFilters, type FactQuery } from './fact-query.ts'
import type { Handles } from '../handles.ts'
import { prepareStatement } from '../prepared-statement.ts'
import type { FactReader } from './run-facts.ts'

/** Facts about the checks that a query counts, and about those that it leaves out. */
export interface CheckStates {
  /** True where the query counts any answer. */
  isCounted: boolean
  /** True where any of these answers came by an API. */
  isByApi: boolean
  /** The number of checks that gave no answer, by state. */
  byState: Record<string, number>
  /** The number of answers to queries that name the brand, which the query leaves out unless it asks for them. */
  branded: number
}

/**
 * Reads which checks of its range a query counts and leaves out. Filters on sources are ignored, since checks without
 * an answer have no sources.
 */
export async function readCheckStates(
  { rows: read, compiler }: FactReader,
  siteNum: number,
  asked: FactQuery,
): Promise<CheckStates> {
  const filters = asked.filters.filter((one) =>
    flattenFilters([one]).every(({ dimension }) => !isOfSource(dimension)),
  )
  const query = { ...asked, filters, dimensions: [] }
  const left = leavesOut(asked)
  const isThere = async (which: RawBuilder<unknown>): Promise<boolean> =>
    (await read(which.compile(compiler))).length > 0
  const isByApi = await isThere(oneCounted(siteNum, query, sql` AND k.access = 'api'`))
  const isCounted = isByApi || (await isThere(oneCounted(siteNum, query, sql``)))
  const found: CheckStates = { isCounted, isByApi, byState: {}, branded: 0 }
  for (const [state, branded, count] of await read(leftOut(siteNum, query).compile(compiler))) {
    const [name, checks] = [String(state), Number(count)]
    const isLeft = left.branded && Number(branded) === 1
    if (name !== 'ok' && !isLeft) found.byState[name] = (found.byState[name] ?? 0) + checks
    if (name === 'ok' && isLeft) found.branded += checks
  }
  return found
}

/**
 * Returns a statement with one row if any check of the query's range is counted, so that a range with answers need not
 * be read to its end.
 */
function oneCounted(siteNum: number, query: FactQuery, which: RawBuilder<unknown>) {
  const { from, where } = checkRows(siteNum, query, 'checks')
  return sql`SELECT 1 FROM ${from} WHERE ${where} AND ${isCountedCheck(query)}${which} LIMIT 1`
}

/**
 * Returns a statement that counts the checks that may be left out, by state and brand, by the index
 * `citation_check_left_out`. It names every state and both values of `branded`, so that the planner seeks each of them
 * in the index rather than read the range.
 */
function leftOut(siteNum: number, query: FactQuery) {
  const { from, where } = checkRows(siteNum, query, 'checks')
  const isReal = leavesOut(query).fake ? sql` AND k.is_fake = 0` : sql``
  return sql`SELECT k.state, k.branded, COUNT(*) FROM ${from}
    WHERE (k.state <> 'ok' OR k.branded = 1) AND k.state IN (${sql.join(CHECK_STATES)}) AND k.branded IN (0, 1)
      AND ${where}${isReal} GROUP BY k.state, k.branded`
}

const LAST_CHECK = prepareStatement(
  ['site'],
  ({ site }) =>
    sql`SELECT at FROM citation_check WHERE site_num = ${site} ORDER BY at DESC LIMIT 1`,
)

/** Returns the time of the newest check of a site, in epoch milliseconds; undefined where the site has no check. */
export async function readLastCheck(
  { read, readRows }: Pick<Handles, 'read' | 'readRows'>,
  siteNum: number,
): Promise<number | undefined> {
  const [[at] = []] = await readRows(LAST_CHECK.bind(read, { site: siteNum }))
  return at === undefined || at === null ? undefined : Number(at)
}
