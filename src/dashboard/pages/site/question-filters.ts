import type { Answer } from '../../../../examples/client/citable.ts'

export type Topics = Answer<'GET /topics/{siteId}'>

/** Filters of the questions that stand in the address. */
export const QUESTION_FILTERS = ['topic', 'query', 'engine', 'page'] as const
export type QuestionFilterName = (typeof QUESTION_FILTERS)[number]

const DEFAULT_RANGE = '28d'

/** The filters of questions that the address asks for; a filter that it does not name is left out. */
export interface AskedQuestions {
  range: string
  sort: 'frequent' | 'recent'
  filters: Partial<Record<QuestionFilterName, string>>
}

export function readAsked(query: URLSearchParams): AskedQuestions {
  const filters: AskedQuestions['filters'] = {}
  for (const name of QUESTION_FILTERS) {
    const value = query.get(name)
    if (value !== null && value !== '') filters[name] = value
  }
  return {
    range: query.get('range') ?? DEFAULT_RANGE,
    sort: query.get('sort') === 'recent' ? 'recent' : 'frequent',
    filters,
  }
}
