import { flattenFilters, type FactCondition } from '../../../db/facts/fact-query.ts'
import { invalidField } from '../../kernel/door/errors.ts'

/**
 * Values in all filters of a query together: each is bound on the event loop and may be compared with every name of the
 * site.
 */
const MAX_VALUES = 1_000

/** Throws VALIDATION_FAILED with the code `too_costly` for filters that have more than 1,000 values together. */
export function assertFilterSize(filters: readonly FactCondition[]): void {
  const count = flattenFilters(filters).reduce((sum, { values }) => sum + values.length, 0)
  if (count <= MAX_VALUES) return
  throw invalidField(
    'filters',
    'too_costly',
    `The filters of a query have at most ${MAX_VALUES} values together, these have ${count}. One glob or starts_with may stand for many values; or ask several times`,
  )
}
