import { sql, type RawBuilder } from 'kysely'
import { matchesPathPattern } from '../begins-with.ts'
import { isOfTopic } from '../facts/question-topic.ts'
import { toSearchTerm } from './full-text.ts'
import { wordHits } from './text-index.ts'

/** The conditions on listed questions of a site; a field that is undefined or empty is no condition. */
export interface QuestionFilter {
  /** The path where questions were asked, in which `*` stands for any characters. */
  path?: string | undefined
  /** The engines of which one must be that of the question. */
  engines: readonly string[]
  /** The words that a question must have, all of them. */
  words: readonly string[]
  /** The number of the only topic whose questions are selected. */
  topicNum?: number | undefined
}

/** SQL for questions `q` with their pages `p` and the names `t` of their engines. */
export const QUESTION_ROWS = sql`question AS q LEFT JOIN page AS p ON p.num = q.page_num LEFT JOIN term AS t ON t.num = q.engine`

/** Returns the conditions of a filter, for rows of `QUESTION_ROWS`. */
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
