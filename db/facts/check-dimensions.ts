import { sql, type RawBuilder } from 'kysely'
import { NO_VALUE, type FactDimension } from './dimensions.ts'
import { flattenFilters, type FactCondition, type FactFilter } from './fact-query.ts'
import { UNKNOWN_PAGE } from '../citations/unknown-page.ts'
import { isPattern, patternCondition } from './filters.ts'
import { isAmong } from '../is-among.ts'
import type { BindableNumber } from '../prepared-statement.ts'

type Sql = RawBuilder<unknown>

/**
 * The place where the text of a dimension is found: a column of a check `k`, of one of its sources `s` or of its query,
 * or a tag of its query.
 */
type CheckPlace =
  | { by: 'check'; column: 'engine' | 'model' | 'access' | 'branded' }
  | { by: 'query'; column: 'text' | 'id' | 'intent' }
  | { by: 'tag' }
  | { by: 'source'; column: 'domain' | 'page_url' | 'owner' | 'category' }

const CHECK_PLACES: Partial<Record<FactDimension, CheckPlace>> = {
  engine: { by: 'check', column: 'engine' },
  model: { by: 'check', column: 'model' },
  access: { by: 'check', column: 'access' },
  branded: { by: 'check', column: 'branded' },
  query: { by: 'query', column: 'text' },
  queryId: { by: 'query', column: 'id' },
  intent: { by: 'query', column: 'intent' },
  tag: { by: 'tag' },
  sourceDomain: { by: 'source', column: 'domain' },
  sourceUrl: { by: 'source', column: 'page_url' },
  owner: { by: 'source', column: 'owner' },
  category: { by: 'source', column: 'category' },
}

/** Returns true for a dimension that checks, or their sources, can be divided by. */
export const isOfCheck = (dimension: FactDimension): boolean =>
  CHECK_PLACES[dimension] !== undefined

/** Returns true for a dimension that is a property of a source of a check, not of the check itself. */
export const isOfSource = (dimension: FactDimension): boolean =>
  CHECK_PLACES[dimension]?.by === 'source'

/** Returns true where all checks of a cell, which is a query and an engine, have the same value of the dimension. */
export const isOfCell = (dimension: FactDimension): boolean =>
  dimension === 'engine' || CHECK_PLACES[dimension]?.by === 'query'

/** Returns the column of a cell that the value of a dimension follows from. */
export const cellColumnOf = (dimension: FactDimension): 'engine' | 'query_num' =>
  dimension === 'engine' ? 'engine' : 'query_num'

function checkPlace(dimension: FactDimension): CheckPlace {
  const place = CHECK_PLACES[dimension]
  if (!place) throw new Error(`No check has a ${dimension}`)
  return place
}

/**
 * The column that checks are grouped by for a dimension, and the join with the rows that have this column, if one is
 * needed.
 */
export interface CheckKey {
  column: Sql
  join: Sql | null
}

export function checkKey(dimension: FactDimension): CheckKey {
  const place = checkPlace(dimension)
  switch (place.by) {
    case 'check':
      return { column: sql.ref(`k.${place.column}`), join: null }
    case 'query':
      return { column: sql`k.query_num`, join: null }
    case 'tag':
      return { column: sql`t.tag`, join: WITH_TAGS }
    case 'source':
      return { column: sql.ref(`s.${place.column}`), join: null }
  }
}

const WITH_TAGS = sql`LEFT JOIN citation_tag AS t ON t.site_num = k.site_num AND t.query_num = k.query_num`

/**
 * Returns the expression of the text that a key of grouped rows `p` stands for, and the join with the table, as
 * `named`, that has the text.
 */
export function checkName(dimension: FactDimension, key: string, named: string): CheckKey {
  const place = checkPlace(dimension)
  const column = sql.ref(`p.${key}`)
  switch (place.by) {
    case 'query':
      return {
        column: sql.ref(`${named}.${place.column}`),
        join: sql`LEFT JOIN citation_query AS ${sql.ref(named)} ON ${sql.ref(`${named}.num`)} = ${column}`,
      }
    case 'check':
      return { column: place.column === 'branded' ? asWord(column) : column, join: null }
    case 'tag':
      return { column, join: null }
    case 'source':
      return { column: place.column === 'page_url' ? knownPage(column) : column, join: null }
  }
}

/** Returns the address of a page, or `(none)` where it is the mark for an unknown page. */
const knownPage = (page: Sql): Sql => sql`COALESCE(NULLIF(${page}, ${UNKNOWN_PAGE}), ${NO_VALUE})`

const asWord = (flag: Sql): Sql => sql`CASE WHEN ${flag} = 1 THEN 'true' ELSE 'false' END`

export interface CheckScope {
  siteNum: BindableNumber
  /**
   * True where the query is divided by tags, so that each row belongs to one tag; a filter on tags then selects among
   * the tags that are shown.
   */
  isByTag: boolean
}

/**
 * Turns a condition over the texts of dimensions into one over checks `k`, and over their sources `s` where the
 * dimension is one of sources.
 */
export function checkCondition(condition: FactCondition, scope: CheckScope): Sql {
  if (!('anyOf' in condition)) return filterOf(condition, scope)
  const parts = condition.anyOf.map((filter) => filterOf(filter, scope))
  return sql`(${sql.join(parts, sql` OR `)})`
}

function filterOf(filter: FactFilter, scope: CheckScope): Sql {
  const place = checkPlace(filter.dimension)
  switch (place.by) {
    case 'check': {
      const column = sql.ref(`k.${place.column}`)
      return holds(place.column === 'branded' ? asWord(column) : column, filter)
    }
    case 'source': {
      const column = sql.ref(`s.${place.column}`)
      return holds(place.column === 'page_url' ? knownPage(column) : column, filter)
    }
    case 'query': {
      const text = sql.ref(`l.${place.column}`)
      // The case of letters is ignored, since people do not copy the capitals of a question.
      const found =
        place.column === 'text' && !isPattern(filter.op)
          ? isAmong(
              sql`LOWER(${text})`,
              filter.values.map((value) => sql`LOWER(${value})`),
            )
          : isOneOf(text, filter)
      return among(
        sql`SELECT l.num FROM citation_query AS l WHERE l.site_num = ${scope.siteNum} AND ${found}`,
        filter,
      )
    }
    case 'tag':
      // A question with a tag that is ruled out is also ruled out under its other tags.
      return scope.isByTag && filter.op !== 'is_not'
        ? holds(sql`COALESCE(t.tag, ${NO_VALUE})`, filter)
        : ofTags(filter, scope.siteNum)
  }
}

/**
 * Returns a condition that holds for checks whose query has a tag that passes the filter; `(none)` stands for queries
 * without tags.
 */
function ofTags(filter: FactFilter, siteNum: BindableNumber): Sql {
  const tagged = sql`SELECT l.query_num FROM citation_tag AS l WHERE l.site_num = ${siteNum}`
  const found = sql`${tagged} AND ${isOneOf(sql`l.tag`, filter)}`
  if (isPattern(filter.op) || !filter.values.includes(NO_VALUE)) return among(found, filter)
  const isNot = sql.raw(filter.op === 'is_not' ? 'NOT ' : '')
  return sql`${isNot}(k.query_num IN (${found}) OR k.query_num NOT IN (${tagged}))`
}

const among = (queries: Sql, { op }: FactFilter): Sql =>
  sql`k.query_num ${sql.raw(op === 'is_not' ? 'NOT IN' : 'IN')} (${queries})`

const holds = (text: Sql, filter: FactFilter): Sql =>
  filter.op === 'is_not' ? sql`NOT (${isOneOf(text, filter)})` : isOneOf(text, filter)

/**
 * Returns a condition that holds where a text is one of a filter's values, or matches one, no matter whether the filter
 * keeps or removes these.
 */
const isOneOf = (text: Sql, filter: FactFilter): Sql =>
  isPattern(filter.op) ? patternCondition(text, filter) : isAmong(text, filter.values)

/**
 * Returns true where a filter asks for exactly this engine, as is needed to count the engine that only tests and the
 * demo use.
 */
export const namesEngine = (conditions: readonly FactCondition[], engine: string): boolean =>
  flattenFilters(conditions).some(
    ({ dimension, op, values }) =>
      dimension === 'engine' && (op === 'is' || op === 'in') && values.includes(engine),
  )

/** Returns true where any of the conditions is about a dimension. */
export const isFiltered = (
  conditions: readonly FactCondition[],
  dimension: FactDimension,
): boolean => flattenFilters(conditions).some((one) => one.dimension === dimension)
