import { sql, type RawBuilder } from 'kysely'
import { fewAskers } from '../../src/domain/topics/privacy.ts'
import { HOURS, WEEKDAYS } from '../../src/lib/time/clock-words.ts'
import type { OffsetSegment } from '../../src/lib/time/zone.ts'
import { NAMER_COUNT } from './asker-count.ts'
import { hourOfDay, weekdayOfInstant } from './local-time.ts'
import { KINDS_WITH_ENGINE, type EngineSide } from './measures.ts'
import { TOPIC_NUM, WITH_NAME, WITH_TOPIC } from './question-topic.ts'
import {
  EVENT_KINDS,
  VISIT_DIMENSIONS,
  type RollupDimension,
  type VisitDimension,
} from '../../src/domain/events/event-kinds.ts'
import type { BindableNumber } from '../prepared-statement.ts'

type Sql = RawBuilder<unknown>

const WITH_ENGINE = KINDS_WITH_ENGINE.map((kind) => sql.lit(EVENT_KINDS[kind]))

/** The name that stands for the absence of a value in answers and filters. */
export const NO_VALUE = '(none)'

/**
 * The place where the texts of a dimension are found. Each number of a page or a term stands for a text of its own;
 * several numbers share a text where it is that of a facet, of an operator's engines or of a merged topic. The names of
 * a clock are numbered from 1, since 0 stands for none.
 */
type LabelPlace =
  | { by: 'page'; text: 'path' | 'id'; rollup: 'path' }
  /** The dimension is the page that the visit began with. */
  | { by: 'page'; text: 'path'; rollup: null; visit: 'entry' }
  /**
   * The dimension has terms as its texts; `visit` is the column of the visit, for a dimension of visits rather than of
   * single events.
   */
  | { by: 'term'; rollup: Exclude<RollupDimension, 'path'>; visit?: VisitDimension }
  | { by: 'operator'; rollup: 'engine' }
  | { by: 'facet'; text: string; rollup: null }
  | { by: 'topic'; rollup: null }
  | { by: 'clock'; names: readonly string[]; rollup: null }
  /** The dimension is one of answers of engines alone: see `check-dimensions.ts`. */
  | { by: 'check'; rollup: null }

const LABEL_PLACES = {
  path: { by: 'page', text: 'path', rollup: 'path' },
  pageId: { by: 'page', text: 'id', rollup: 'path' },
  engine: { by: 'term', rollup: 'engine' },
  operator: { by: 'operator', rollup: 'engine' },
  referrer: { by: 'term', rollup: 'referrer', visit: 'referrer' },
  channel: { by: 'term', rollup: 'channel', visit: 'channel' },
  campaign: { by: 'term', rollup: 'campaign', visit: 'campaign' },
  entryPath: { by: 'page', text: 'path', rollup: null, visit: 'entry' },
  country: { by: 'term', rollup: 'country' },
  device: { by: 'term', rollup: 'device' },
  language: { by: 'facet', text: 'language', rollup: null },
  method: { by: 'facet', text: 'method', rollup: null },
  promptKind: { by: 'facet', text: 'prompt_kind', rollup: null },
  promptId: { by: 'facet', text: 'prompt_id', rollup: null },
  ruleId: { by: 'facet', text: 'rule_id', rollup: null },
  topic: { by: 'topic', rollup: null },
  weekday: { by: 'clock', names: WEEKDAYS, rollup: null },
  hourOfDay: { by: 'clock', names: HOURS, rollup: null },
  query: { by: 'check', rollup: null },
  queryId: { by: 'check', rollup: null },
  model: { by: 'check', rollup: null },
  tag: { by: 'check', rollup: null },
  intent: { by: 'check', rollup: null },
  branded: { by: 'check', rollup: null },
  access: { by: 'check', rollup: null },
  sourceDomain: { by: 'check', rollup: null },
  sourceUrl: { by: 'check', rollup: null },
  owner: { by: 'check', rollup: null },
  category: { by: 'check', rollup: null },
} as const satisfies Record<string, LabelPlace>

export type FactDimension = keyof typeof LABEL_PLACES

// @NOTE the keys of a literal; Object.keys forgets their type.
export const FACT_DIMENSIONS = Object.keys(LABEL_PLACES) as [FactDimension, ...FactDimension[]]

const placeOf = (dimension: FactDimension): LabelPlace => LABEL_PLACES[dimension]

/** Returns the rollup that a dimension can be read from; null where only raw events have it. */
export const rollupOf = (dimension: FactDimension): RollupDimension | null =>
  placeOf(dimension).rollup

/** The columns that describe a visit. */
export const VISIT_COLUMNS = [...VISIT_DIMENSIONS, 'entry'] as const
export type VisitColumn = (typeof VISIT_COLUMNS)[number]

/** Returns true for a dimension that is about an engine: that of an event, or the one that its visit came from. */
export const isOfEngine = (dimension: FactDimension): boolean =>
  placeOf(dimension).rollup === 'engine'

/** Returns the column of a visit that holds the dimension; undefined where the dimension is one of single events. */
export function visitColumn(dimension: FactDimension, side: EngineSide): VisitColumn | undefined {
  if (side === 'visit' && isOfEngine(dimension)) return 'arrival'
  const place = placeOf(dimension)
  return 'visit' in place ? place.visit : undefined
}

/** Returns the column of a facet that has the dimension's text; null where no facet has it. */
export function facetColumn(dimension: FactDimension): string | null {
  const place = placeOf(dimension)
  return place.by === 'facet' ? place.text : null
}

/**
 * Returns true where each number of a dimension stands for a text of its own, so that rows may be grouped by the number
 * and named afterwards.
 */
export const isGroupedByNumber = (dimension: FactDimension): boolean =>
  ['page', 'term', 'clock'].includes(placeOf(dimension).by)

/**
 * Returns the column of a raw event `e` that leads to the dimension's text, in a zone with these offsets. `side`
 * chooses between the engine of the event and that of its visit; for `row` it is that of the event, or that of its
 * visit where the event has none.
 */
export function eventColumn(
  dimension: FactDimension,
  segments: () => readonly OffsetSegment[],
  side: EngineSide | 'row',
): Sql {
  const place = placeOf(dimension)
  if (side === 'row') {
    if (!isOfEngine(dimension)) return eventColumn(dimension, segments, 'event')
    return sql`CASE WHEN e.kind IN (${sql.join(WITH_ENGINE)}) THEN e.engine ELSE e.visit_arrival END`
  }
  const visit = visitColumn(dimension, side)
  if (visit !== undefined) return sql.ref(`e.visit_${visit}`)
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
    case 'clock':
      return dimension === 'weekday'
        ? weekdayOfInstant(sql`e.at`, segments())
        : hourOfDay(sql`e.at`, segments())
    case 'check':
      throw noneOfEvents(dimension)
  }
}

/**
 * Makes the error for a dimension that only answers of engines have, in a query of events; such queries are refused
 * before their SQL is written.
 */
const noneOfEvents = (dimension: FactDimension): Error => new Error(`No event has a ${dimension}`)

/** The company behind each engine, by the engine's name; an engine that is not listed belongs to `other`. */
export type Operators = Readonly<Record<string, string>>

/** Returns the dimension's text in a row `l` of its own table; null where that row does not exist. */
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
    case 'clock':
      return sql.ref(`${l}.value`)
    case 'check':
      throw noneOfEvents(dimension)
  }
}

function operatorOf(engine: Sql, operators: Operators): Sql {
  const cases = Object.entries(operators).map(
    ([name, operator]) => sql`WHEN ${name} THEN ${operator}`,
  )
  return sql`CASE WHEN ${engine} IS NULL THEN NULL ELSE CASE ${engine} ${sql.join(cases, sql` `)} ELSE 'other' END END`
}

/**
 * The site whose topics are named, and the number of readers who must have asked about a topic before its name is
 * shown.
 */
export interface TopicScope {
  siteNum: BindableNumber
  /**
   * Returns the ranges of time in which readers are counted; a topic is named where they are enough in any one of
   * these.
   */
  namingRanges: () => readonly { fromMs: number; toMs: number }[]
  minAskers: number
}

/** Returns the table that holds the texts of a dimension's numbers. */
export function labelTable(dimension: FactDimension, scope: TopicScope): Sql {
  const place = placeOf(dimension)
  if (place.by === 'clock') return numberedNames(place.names)
  if (place.by === 'check') throw noneOfEvents(dimension)
  if (place.by === 'topic' && scope.minAskers > 1) return namedTopics(scope)
  return sql.ref(place.by === 'operator' ? 'term' : place.by)
}

const numberedNames = (names: readonly string[]): Sql =>
  sql`(${sql.join(
    names.map((name, i) => sql`SELECT ${sql.lit(i + 1)} AS num, ${sql.lit(name)} AS value`),
    sql` UNION ALL `,
  )})`

/**
 * Returns a table of the topics with their names. Topics that too few readers asked about share one name, since a
 * reader's own words must not show.
 */
const namedTopics = ({ siteNum, namingRanges, minAskers }: TopicScope): Sql => {
  const isNamed = namingRanges().map(
    ({
      fromMs,
      toMs,
    }) => sql`num IN (SELECT ${TOPIC_NUM} FROM question AS q ${WITH_TOPIC} ${WITH_NAME}
      WHERE q.site_num = ${siteNum} AND q.at >= ${fromMs} AND q.at < ${toMs}
      GROUP BY 1 HAVING ${NAMER_COUNT} >= ${minAskers})`,
  )
  return sql`(SELECT num, site_num, CASE WHEN ${sql.join(isNamed, sql` OR `)}
      THEN label ELSE ${fewAskers(minAskers)} END AS label
    FROM topic WHERE site_num = ${siteNum})`
}

/**
 * Returns true where the texts of a dimension belong to one site, so that a look-up of a text stays within that site.
 */
export const isPerSite = (dimension: FactDimension): boolean => {
  const { by } = placeOf(dimension)
  return by === 'page' || by === 'facet' || by === 'topic'
}
