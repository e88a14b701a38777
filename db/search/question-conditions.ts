import { sql, type RawBuilder } from 'kysely'
import { matchesPathPattern } from '../begins-with.ts'
import { isOfTopic } from '../facts/question-topic.ts'
import { toSearchTerm } from './full-text.ts'
import { wordHits } from './text-index.ts'

/** Narrows the questions of a site; a field that is undefined or empty narrows nothing. */
export interface QuestionFilter {
  /** A path, in which `*` stands for any characters. */
  path?: string | undefined
  /** The engines of the questions: any of these. */
  engines: readonly string[]
  /** The words that questions must have, all of them. */
  words: readonly string[]
  /** Number of the only topic whose questions are selected. */
  topicNum?: number | undefined
}

/** Questions `q` with their pages `p` and the names `t` of their engines. */
export const QUESTION_ROWS = sql`question AS q LEFT JOIN page AS p ON p.num = q.page_num LEFT JOIN term AS t ON t.num = q.engine`

/** Conditions on the rows of `QUESTION_ROWS`. */
export function questionConditions(
  siteNum: number,
  { path, engines, words, topicNum }: QuestionFilter,
): RawBuilder<unknown>[] {
  const terms = words.map(toSearchTerm)
  const wanted = { siteNums: [siteNum], terms, mode: 'all' } as const
  return [
    ...(path === undefined ? [] : [matchesPathPattern(sql`p.path`, path)]),
    ...(engines.length === 0 ? [] : [sql`t.value IN (${sql.join(engines)})`]),
    ...(topicNum === undefined ? [] : [isOfTopic(topicNum)]),
    ...(words.length === 0
      ? []
      : [sql`q.num IN (SELECT num FROM ${wordHits('question', wanted)})`]),
  ]
}
