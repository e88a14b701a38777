import { sql, type RawBuilder } from 'kysely'
import { VISIT_COLUMNS, visitColumn, type FactDimension, type VisitColumn } from './dimensions.ts'
import { flattenFilters, type FactCondition } from './fact-query.ts'
import type { EngineSide } from './measures.ts'

/**
 * Names the events to select from: each question with its topic, where the query asks for topics, and each event with the
 * source of its visit, where the query asks for parts of it.
 */
export function eventTable(
  query: { dimensions: readonly FactDimension[]; filters: readonly FactCondition[] },
  side: EngineSide,
): RawBuilder<unknown> {
  const asked = [...query.dimensions, ...flattenFilters(query.filters).map((f) => f.dimension)]
  const found = asked.map((dimension) => visitColumn(dimension, side))
  const columns = [...new Set(found)].filter((column) => column !== undefined)
  const hasTopics = asked.includes('topic')
  if (columns.length === 0 && !hasTopics) return sql`event`
  const selected = [
    sql`event.*`,
    ...(hasTopics ? [sql`COALESCE(question.topic_num, 0) AS topic_num`] : []),
    ...columns.map(selectedOfVisit),
  ]
  const joins = [
    ...(hasTopics
      ? [
          sql`LEFT JOIN question ON question.site_num = event.site_num AND question.at = event.at AND question.seq = event.seq`,
        ]
      : []),
    ...(columns.length > 0 ? [WITH_VISIT] : []),
  ]
  return sql`(SELECT ${sql.join(selected)} FROM event ${sql.join(joins, sql` `)})`
}

const WITH_VISIT = sql`LEFT JOIN visit_source ON visit_source.num = event.source`

const selectedOfVisit = (column: VisitColumn): RawBuilder<unknown> =>
  sql`COALESCE(${sql.ref(`visit_source.${column}`)}, 0) AS ${sql.ref(`visit_${column}`)}`

/** All events, each with all that is known of its visit's source. */
export const EVENTS_WITH_VISITS = sql`(SELECT event.*, ${sql.join(VISIT_COLUMNS.map(selectedOfVisit))} FROM event ${WITH_VISIT})`
