import type { Answer } from '../../../../examples/client/citable.ts'

export type Topics = Answer<'GET /topics/{siteId}'>

/** The names of the filters of questions that are in the address. */
export const QUESTION_FILTERS = ['topic', 'query', 'engine', 'page'] as const
export type QuestionFilterName = (typeof QUESTION_FILTERS)[number]

const DEFAULT_RANGE = '28d'

/** The filters of questions in the address; a filter that the address does not name is absent. */
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
