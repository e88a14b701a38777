import { sql, type RawBuilder } from 'kysely'
import { CHECK_STATES } from '../../src/domain/citations/engine-answer.ts'
import { isOfSource } from './check-dimensions.ts'
import { checkRows, isCountedCheck, leavesOut } from './check-rows.ts'
import { flattenFilters, type FactQuery } from './fact-query.ts'
import type { Handles } from '../handles.ts'
import { prepareStatement } from '../prepared-statement.ts'
import type { FactReader } from './run-facts.ts'

/** The checks that a query counts, and those that it leaves out. */
export interface CheckStates {
  /** Whether any answer is counted. */
  isCounted: boolean
  /** Whether any of these answers came by an API. */
  isByApi: boolean
  /** The number of checks without an answer to count, by state. */
  byState: Record<string, number>
  /** The number of answers to queries that name the brand, which are left out unless they are asked for. */
  branded: number
}

/** Reads the states of the checks of a range. Conditions on sources do not restrict checks without sources. */
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

/** Finds one check that is counted: a range with answers need not be read to its end. */
function oneCounted(siteNum: number, query: FactQuery, which: RawBuilder<unknown>) {
  const { from, where } = checkRows(siteNum, query, 'checks')
  return sql`SELECT 1 FROM ${from} WHERE ${where} AND ${isCountedCheck(query)}${which} LIMIT 1`
}

/**
 * Counts the checks that are left out, by the index `citation_check_left_out`. The statement names all states and
 * claims, so that the planner seeks each of them in the index rather than read the range.
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

/** Reads the time of the newest check of a site; undefined where the site has no check. */
export async function readLastCheck(
  { read, readRows }: Pick<Handles, 'read' | 'readRows'>,
  siteNum: number,
): Promise<number | undefined> {
  const [[at] = []] = await readRows(LAST_CHECK.bind(read, { site: siteNum }))
  return at === undefined || at === null ? undefined : Number(at)
}
