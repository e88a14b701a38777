import { sql, type RawBuilder } from 'kysely'
import {
  checkBucket,
  checkCount,
  checkKeys,
  checkRows,
  groupByNames,
  isBySource,
  isCountedCheck,
  keyNames,
  namedKeys,
  type CheckRows,
} from './check-rows.ts'
import type { FactQuery } from './fact-query.ts'
import type { FactSource } from './fact-source.ts'
import { countsSources } from './measures.ts'

type Sql = RawBuilder<unknown>

/**
 * Returns the source of counts for a query of answers: it counts the answers, or their sources where the query divides
 * by these.
 */
export function checkSource(siteNum: number, query: FactQuery): FactSource {
  const parts = isBySource(query)
    ? [countedRows(siteNum, query, 'sources')]
    : [
        countedRows(siteNum, query, 'checks'),
        ...(query.measures.some(countsSources) ? [countedRows(siteNum, query, 'sources')] : []),
      ]
  const { texts, joins } = namedKeys(query)
  const named = [
    ...(query.grain ? [sql`p.bucket`] : []),
    ...texts.map((text, i) => sql`${text} AS ${sql.ref(`key_${i}`)}`),
    ...query.measures.map((measure) => sql`p.${sql.ref(measure)}`),
  ]
  const select = sql`SELECT ${sql.join(named)} FROM (${sql.join(parts, sql` UNION ALL `)}) AS p ${joins}`
  return { select, isNumber: query.dimensions.map(() => false), sums: null }
}

function countedRows(siteNum: number, query: FactQuery, rows: CheckRows): Sql {
  const { from, where } = checkRows(siteNum, query, rows)
  // Where rows of checks are counted as well, rows of sources add only what checks do not have.
  const isBeside = rows === 'sources' && !isBySource(query)
  const counts = query.measures.map((measure) => {
    const count = isBeside && !countsSources(measure) ? sql`0` : checkCount(measure, rows)
    return sql`${count} AS ${sql.ref(measure)}`
  })
  const columns = sql.join([...checkBucket(query), ...checkKeys(query), ...counts])
  const names = [...(query.grain ? ['bucket'] : []), ...keyNames(query)]
  return sql`SELECT ${columns} FROM ${from} WHERE ${where} AND ${isCountedCheck(query)}${groupByNames(names)}`
}
