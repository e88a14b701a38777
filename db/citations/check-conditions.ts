import { sql, type RawBuilder } from 'kysely'
import type { CheckState } from '../../src/domain/citations/engine-answer.ts'
import { numberList, withinTimeLimit } from '../forms.ts'

/**
 * The conditions that select checks, each the answer of an engine to a query; the time of a check is from `fromMs`,
 * inclusive, to `toMs`, exclusive.
 */
export interface CheckFilter {
  fromMs: number
  toMs: number
  /**
   * The engine whose checks are selected. Checks of the engine that invents answers count only where this field or
   * `runNum` names it or their run.
   */
  engine?: string | undefined
  queryNum?: number | undefined
  queryNums?: readonly number[] | undefined
  tag?: string | undefined
  runNum?: number | undefined
  states?: readonly CheckState[] | undefined
  isCited?: boolean | undefined
  isBranded?: boolean | undefined
}

/** Writes the conditions of a filter on checks, the rows of `citation_check AS c`. */
export function checkConditions(
  siteNum: number,
  {
    fromMs,
    toMs,
    engine,
    queryNum,
    queryNums,
    tag,
    runNum,
    states,
    isCited,
    isBranded,
  }: CheckFilter,
): RawBuilder<unknown> {
  const conditions = [
    sql`c.site_num = ${siteNum} AND c.at >= ${fromMs} AND c.at < ${toMs}`,
    ...fakeCondition({ engine, runNum }),
    // Checks the time limit at one check of 128 of a run, since most runs have fewer than a thousand.
    sql`((c.num & 127) <> 0 OR ${withinTimeLimit})`,
  ]
  if (engine !== undefined) conditions.push(sql`c.engine = ${engine}`)
  if (queryNum !== undefined) conditions.push(sql`c.query_num = ${queryNum}`)
  if (queryNums) conditions.push(sql`c.query_num IN ${numberList(queryNums)}`)
  if (runNum !== undefined) conditions.push(sql`c.run_num = ${runNum}`)
  if (isCited !== undefined) conditions.push(sql`c.is_cited = ${isCited ? 1 : 0}`)
  if (isBranded !== undefined) conditions.push(sql`c.branded = ${isBranded ? 1 : 0}`)
  if (states) conditions.push(sql`c.state IN (${sql.join(states)})`)
  if (tag !== undefined) {
    conditions.push(
      sql`c.query_num IN (SELECT t.query_num FROM citation_tag AS t WHERE t.site_num = ${siteNum} AND t.tag = ${tag})`,
    )
  }
  return sql.join(conditions, sql` AND `)
}

const fakeCondition = ({ engine, runNum }: Pick<CheckFilter, 'engine' | 'runNum'>) =>
  engine === undefined && runNum !== undefined
    ? []
    : [sql`c.is_fake = ${engine === 'fake' ? 1 : 0}`]
