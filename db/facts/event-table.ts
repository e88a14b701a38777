import { sql, type RawBuilder } from 'kysely'
import type { FactDimension } from './dimensions.ts'
import { flattenFilters, type FactCondition } from './fact-query.ts'

/** Names the events to select from: each question with its topic, where the query asks for topics. */
export const eventTable = (query: {
  dimensions: readonly FactDimension[]
  filters: readonly FactCondition[]
}): RawBuilder<unknown> =>
  usesTopics(query.dimensions) ||
  usesTopics(flattenFilters(query.filters).map(({ dimension }) => dimension))
    ? sql`(SELECT event.*, COALESCE(question.topic_num, 0) AS topic_num FROM event LEFT JOIN question
        ON question.site_num = event.site_num AND question.at = event.at AND question.seq = event.seq)`
    : sql`event`

const usesTopics = (dimensions: readonly FactDimension[]): boolean => dimensions.includes('topic')
