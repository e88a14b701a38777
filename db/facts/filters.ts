import { sql, type RawBuilder } from 'kysely'
import {
  NO_VALUE,
  isGroupedByNumber,
  isPerSite,
  labelTable,
  labelText,
  type FactDimension,
  type Operators,
  type TopicScope,
} from './dimensions.ts'
import type { FactCondition, FactFilter, FactOperator } from './fact-query.ts'
import { escapeLike } from '../begins-with.ts'
import { isAmong } from '../is-among.ts'
import { nameTimeGuard } from './time-guard.ts'

type Sql = RawBuilder<unknown>

/** The data that the names of a dimension depend on. */
export interface NameScope extends TopicScope {
  operators: Operators
}

export interface FilterScope extends NameScope {
  /** Returns the column with the number that leads to the text of the filter's dimension. */
  columnOf(filter: FactFilter): Sql
}

/**
 * Turns a condition over texts into one over numbers. The texts are looked up once in the small tables that name the
 * numbers, and not once for each event.
 */
export function conditionSql(condition: FactCondition, scope: FilterScope): Sql {
  if (!('anyOf' in condition)) return filterSql(condition, scope)
  const parts = condition.anyOf.map((filter) => filterSql(filter, scope))
  return sql`(${sql.join(parts, sql` OR `)})`
}

function filterSql(filter: FactFilter, scope: FilterScope): Sql {
  const { op, values } = filter
  const column = scope.columnOf(filter)
  if (isPattern(op)) return sql`${column} IN (${matchingNums(filter, scope)})`
  const found = sql`${column} IN (${namedNums(filter, scope)})`
  const holds = values.includes(NO_VALUE) ? sql`(${found} OR ${column} = 0)` : found
  return op === 'is_not' ? sql`NOT ${holds}` : holds
}

/** Returns true for an operator that compares every name with a pattern; the others look names up by an index. */
export const isPattern = (op: FactOperator): boolean =>
  op === 'contains' || op === 'starts_with' || op === 'glob'

/** Returns a SELECT of the numbers whose names are among the filter's values. */
function namedNums({ dimension, values }: FactFilter, scope: FilterScope): Sql {
  const { from, ofSite, text } = namesSource(dimension, scope)
  // The case of letters is ignored, since people do not copy the capitals of a topic, and labels have no index that
  // this would bypass.
  const name = dimension === 'topic' ? sql`LOWER(${text})` : text
  const names = dimension === 'topic' ? values.map((value) => sql`LOWER(${value})`) : values
  return sql`SELECT l.num FROM ${from} AS l WHERE ${ofSite}${isAmong(name, names)}`
}

/**
 * Returns a SELECT of the numbers whose names match a pattern of the filter; number 0 has no row and is named `(none)`.
 */
function matchingNums(filter: FactFilter, scope: FilterScope): Sql {
  const { from, ofSite, text } = namesSource(filter.dimension, scope)
  return sql`SELECT named.num FROM (SELECT l.num, ${text} AS name FROM ${from} AS l WHERE ${ofSite}${nameTimeGuard}
    UNION ALL SELECT 0, ${NO_VALUE}) AS named WHERE ${patternCondition(sql`named.name`, filter)}`
}

/** Returns the table `l` that names the numbers of a dimension, and the expressions of its number and text. */
export function namesSource(dimension: FactDimension, scope: NameScope) {
  const label = labelText(dimension, 'l', scope.operators)
  return {
    from: labelTable(dimension, scope),
    ofSite: isPerSite(dimension) ? sql`l.site_num = ${scope.siteNum} AND ` : sql``,
    // @NOTE a COALESCE around a column that is never null would keep its index from being used.
    text: isGroupedByNumber(dimension) ? label : sql`COALESCE(${label}, ${NO_VALUE})`,
  }
}

/**
 * Returns a condition that holds where a text matches any of the filter's patterns. `contains`, `starts_with` and
 * `glob` ignore the case of ASCII letters; `%` and `_` mean themselves.
 */
export function patternCondition(text: Sql, { op, values }: FactFilter): Sql {
  const alternatives = values.map(
    (value) => sql`LOWER(${text}) LIKE LOWER(${patternOf(op, value)}) ESCAPE '\\'`,
  )
  return sql`(${sql.join(alternatives, sql` OR `)})`
}

function patternOf(op: FactOperator, value: string): string {
  const literal = escapeLike(value)
  if (op === 'contains') return `%${literal}%`
  if (op === 'starts_with') return `${literal}%`
  return literal.replaceAll(/\*+/g, '%').replaceAll('?', '_')
}
