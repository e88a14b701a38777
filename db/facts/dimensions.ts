import { sql, type RawBuilder } from 'kysely'
import { askerCount } from './asker-count.ts'
import type { RollupDimension } from '../../src/domain/events/event-kinds.ts'
import type { BindableNumber } from './named-parameter.ts'

type Sql = RawBuilder<unknown>

/** The absence of a value, in answers and filters. */
export const NO_VALUE = '(none)'

/**
 * Where a dimension's text is found. `named`: one number of the event stands for one text (a page, a term).
 * `shared`: several numbers share a text (facets, the engines of an operator, merged topics).
 */
type LabelPlace =
  | { by: 'page'; text: 'path' | 'id'; rollup: 'path' }
  | { by: 'term'; rollup: Exclude<RollupDimension, 'path'> }
  | { by: 'operator'; rollup: 'engine' }
  | { by: 'facet'; text: string; rollup: null }
  | { by: 'topic'; rollup: null }

const LABEL_PLACES = {
  path: { by: 'page', text: 'path', rollup: 'path' },
  pageId: { by: 'page', text: 'id', rollup: 'path' },
  engine: { by: 'term', rollup: 'engine' },
  operator: { by: 'operator', rollup: 'engine' },
  referrer: { by: 'term', rollup: 'referrer' },
  channel: { by: 'facet', text: 'channel', rollup: null },
  country: { by: 'term', rollup: 'country' },
  device: { by: 'term', rollup: 'device' },
  language: { by: 'facet', text: 'language', rollup: null },
  method: { by: 'facet', text: 'method', rollup: null },
  promptKind: { by: 'facet', text: 'prompt_kind', rollup: null },
  promptId: { by: 'facet', text: 'prompt_id', rollup: null },
  ruleId: { by: 'facet', text: 'rule_id', rollup: null },
  topic: { by: 'topic', rollup: null },
} as const satisfies Record<string, LabelPlace>

export type FactDimension = keyof typeof LABEL_PLACES

// @NOTE the keys of a literal; Object.keys forgets their type.
export const FACT_DIMENSIONS = Object.keys(LABEL_PLACES) as [FactDimension, ...FactDimension[]]

const placeOf = (dimension: FactDimension): LabelPlace => LABEL_PLACES[dimension]

/** The rollup that a dimension can be read from; null where only raw events know it. */
export const rollupOf = (dimension: FactDimension): RollupDimension | null =>
  placeOf(dimension).rollup

/** Whether one number stands for one text, so that rows may be grouped by the number and named afterwards. */
export const isGroupedByNumber = (dimension: FactDimension): boolean =>
  placeOf(dimension).by === 'page' || placeOf(dimension).by === 'term'

/** The column of a raw event `e` that leads to the dimension's text. */
export function eventColumn(dimension: FactDimension): Sql {
  const place = placeOf(dimension)
  switch (place.by) {
    case 'page':
      return sql`e.page_num`
    case 'term':
      return sql.ref(`e.${place.rollup}`)
    case 'operator':
      return sql`e.engine`
    case 'facet':
      return sql`e.facet`
    case 'topic':
      return sql`e.topic_num`
  }
}

/** Engines by the company behind them; what is not listed is `other`. */
export type Operators = Readonly<Record<string, string>>

/** A dimension's text in a row of its own table `l`; null where that row is none. */
export function labelText(dimension: FactDimension, l: string, operators: Operators): Sql {
  const place = placeOf(dimension)
  switch (place.by) {
    case 'page':
      return sql.ref(`${l}.${place.text}`)
    case 'term':
      return sql.ref(`${l}.value`)
    case 'operator':
      return operatorOf(sql.ref(`${l}.value`), operators)
    case 'facet':
      return sql.ref(`${l}.${place.text}`)
    case 'topic':
      return sql.ref(`${l}.label`)
  }
}

function operatorOf(engine: Sql, operators: Operators): Sql {
  const cases = Object.entries(operators).map(
    ([name, operator]) => sql`WHEN ${name} THEN ${operator}`,
  )
  return sql`CASE WHEN ${engine} IS NULL THEN NULL ELSE CASE ${engine} ${sql.join(cases, sql` `)} ELSE 'other' END END`
}

/** Whose topics, and how many readers must have asked about one before it is named. */
export interface TopicScope {
  siteNum: BindableNumber
  instants: { fromMs: number; toMs: number }
  minAskers: number
}

/** The table that names a dimension's numbers. */
export function labelTable(dimension: FactDimension, scope: TopicScope): Sql {
  const { by } = placeOf(dimension)
  if (by === 'topic' && scope.minAskers > 1) return namedTopics(scope)
  return sql.ref(by === 'operator' ? 'term' : by)
}

/** Topics of which those that few readers asked about share one name: what one reader wrote must not show. */
const namedTopics = ({ siteNum, instants, minAskers }: TopicScope): Sql =>
  sql`(SELECT num, site_num, CASE WHEN num IN (SELECT q.topic_num FROM question AS q
      WHERE q.site_num = ${siteNum} AND q.at >= ${instants.fromMs} AND q.at < ${instants.toMs}
      GROUP BY q.topic_num HAVING ${askerCount('q')} >= ${minAskers})
      THEN label ELSE ${`(fewer than ${minAskers} askers)`} END AS label
    FROM topic WHERE site_num = ${siteNum})`

/** Whether the names belong to one site, so that a look for a text stays within it. */
export const isPerSite = (dimension: FactDimension): boolean => {
  const { by } = placeOf(dimension)
  return by === 'page' || by === 'facet' || by === 'topic'
}
