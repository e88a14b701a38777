import { sql, type RawBuilder } from 'kysely'
import {
  NO_VALUE,
  isNamed,
  isOfSite,
  labelTable,
  labelText,
  type Operators,
  type TopicScope,
} from './dimensions.ts'
import type { FactCondition, FactFilter } from './fact-query.ts'

type Sql = RawBuilder<unknown>

export interface FilterScope extends TopicScope {
  operators: Operators
  /** The column that leads to the dimension's text. */
  columnOf(filter: FactFilter): Sql
}

/**
 * A condition over numbers: the texts are looked up once, in the small tables that name them, and never once an event.
 */
export function conditionSql(condition: FactCondition, scope: FilterScope): Sql {
  if (!('anyOf' in condition)) return filterSql(condition, scope)
  const parts = condition.anyOf.map((filter) => filterSql(filter, scope))
  return sql`(${sql.join(parts, sql` OR `)})`
}

function filterSql(filter: FactFilter, scope: FilterScope): Sql {
  const { dimension, op } = filter
  const column = scope.columnOf(filter)
  const positive: FactFilter = op === 'is_not' ? { ...filter, op: 'is' } : filter
  const label = labelText(dimension, 'l', scope.operators)
  // @NOTE a COALESCE around a column that is never null would keep its index from being used.
  const text = isNamed(dimension) ? label : sql`COALESCE(${label}, ${NO_VALUE})`
  const ofSite = isOfSite(dimension) ? sql`l.site_num = ${scope.siteNum} AND ` : sql``
  const found = sql`${column} IN (SELECT l.num FROM ${labelTable(dimension, scope)} AS l WHERE ${ofSite}${textCondition(text, positive)})`
  const holds = acceptsNone(positive) ? sql`(${found} OR ${column} = 0)` : found
  return op === 'is_not' ? sql`NOT ${holds}` : holds
}

/** `contains`, `starts_with` and `glob` ignore the case of ASCII letters; `%` and `_` mean themselves. */
function textCondition(text: Sql, { op, values }: FactFilter): Sql {
  if (op === 'is' || op === 'is_not' || op === 'in') return sql`${text} IN (${sql.join(values)})`
  const alternatives = values.map(
    (value) => sql`LOWER(${text}) LIKE LOWER(${patternOf(op, value)}) ESCAPE '\\'`,
  )
  return sql`(${sql.join(alternatives, sql` OR `)})`
}

function patternOf(op: 'contains' | 'starts_with' | 'glob', value: string): string {
  const literal = escapeLike(value)
  if (op === 'contains') return `%${literal}%`
  if (op === 'starts_with') return `${literal}%`
  return literal.replaceAll(/\*+/g, '%').replaceAll('?', '_')
}

/** Whether `(none)` itself passes: number 0 has no row whose text could be looked at. */
function acceptsNone({ op, values }: FactFilter): boolean {
  switch (op) {
    case 'is':
    case 'in':
    case 'is_not':
      return values.includes(NO_VALUE)
    case 'contains':
      return values.some((value) => NO_VALUE.includes(value.toLowerCase()))
    case 'starts_with':
      return values.some((value) => NO_VALUE.startsWith(value.toLowerCase()))
    case 'glob':
      return values.some((value) => globMatches(value.toLowerCase(), NO_VALUE))
  }
}

/** Without a regular expression: what callers send must not become one. */
function globMatches(glob: string, text: string): boolean {
  const [first = '', ...rest] = glob
  if (glob === '') return text === ''
  if (first === '*') {
    return globMatches(rest.join(''), text) || (text !== '' && globMatches(glob, text.slice(1)))
  }
  return (
    text !== '' && (first === '?' || first === text[0]) && globMatches(rest.join(''), text.slice(1))
  )
}

export const escapeLike = (value: string): string => value.replaceAll(/[\\%_]/g, String.raw`\$&`)
