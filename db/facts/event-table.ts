import { sql, type RawBuilder } from 'kysely'
import { SOURCES_OF_SITE } from '../../src/domain/events/visits.ts'
import { VISIT_COLUMNS, visitColumn, type FactDimension, type VisitColumn } from './dimensions.ts'
import { flattenFilters, type FactCondition } from './fact-query.ts'
import type { EngineSide } from './measures.ts'
import { TOPIC_NUM, WITH_TOPIC } from './question-topic.ts'

type Sql = RawBuilder<unknown>

/**
 * Returns the table of events, or of questions, that a query selects from. Questions come with their topics if the
 * query asks for topics, and events with the source and the first page of their visits if it asks for these.
 */
export function eventTable(
  query: { dimensions: readonly FactDimension[]; filters: readonly FactCondition[] },
  side: EngineSide,
): Sql {
  const asked = [...query.dimensions, ...flattenFilters(query.filters).map((f) => f.dimension)]
  const found = asked.map((dimension) => visitColumn(dimension, side))
  const columns = [...new Set(found)].filter((column) => column !== undefined)
  const hasTopics = asked.includes('topic')
  if (columns.length === 0 && !hasTopics) return sql`event`
  const selected = [
    sql`event.*`,
    ...(hasTopics ? [sql`COALESCE(${TOPIC_NUM}, 0) AS topic_num`] : []),
    ...columns.map(selectedOfVisit),
  ]
  const joins = [
    ...(hasTopics
      ? [
          sql`LEFT JOIN question AS q ON q.site_num = event.site_num AND q.at = event.at AND q.seq = event.seq`,
          WITH_TOPIC,
        ]
      : []),
    ...(columns.some((column) => column !== 'entry') ? [WITH_VISIT] : []),
  ]
  return sql`(SELECT ${sql.join(selected)} FROM event ${sql.join(joins, sql` `)})`
}

const SOURCES = sql.lit(SOURCES_OF_SITE)

/**
 * Returns the source of a visit, out of the number in which `storedVisit` packs it with the first page of the visit.
 */
export const sourceOfEvent = (visit: Sql): Sql => sql`(${visit} % ${SOURCES})`
export const entryOf = (visit: Sql, page: Sql): Sql =>
  sql`(CASE WHEN ${visit} < ${SOURCES} THEN ${page} ELSE ${visit} / ${SOURCES} - 1 END)`

const WITH_VISIT = sql`LEFT JOIN visit_source ON visit_source.site_num = event.site_num AND visit_source.num = ${sourceOfEvent(sql.ref('event.visit'))}`

function selectedOfVisit(column: VisitColumn): Sql {
  const value =
    column === 'entry'
      ? entryOf(sql.ref('event.visit'), sql.ref('event.page_num'))
      : sql`COALESCE(${sql.ref(`visit_source.${column}`)}, 0)`
  return sql`${value} AS ${sql.ref(`visit_${column}`)}`
}

/** A table of all events, each with the data of its visit. */
export const EVENTS_WITH_VISITS = sql`(SELECT event.*, ${sql.join(VISIT_COLUMNS.map(selectedOfVisit))} FROM event ${WITH_VISIT})`
