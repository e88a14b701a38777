import { ServiceError } from '../door/errors.ts'
import { PLAN_LIMITS, PLAN_NAMES, type PlanLimits } from './plans.ts'

interface Details {
  /** The field of the input that asks for more. */
  field?: string
  /** Further words for the caller. */
  hint?: string
}

/**
 * The refusal of what a plan does not reach, with the narrowest plan that does. What no plan reaches is no question of
 * plans: the schema refuses it.
 */
export function planRequired(
  what: string,
  reaches: (limits: PlanLimits) => boolean,
  { field, hint }: Details = {},
): ServiceError {
  const [first, ...wider] = PLAN_NAMES.filter(([plan]) => reaches(PLAN_LIMITS[plan]))
  if (!first) throw new TypeError(`No plan has this: ${what}`)
  const plan = `the ${first[1]} plan${wider.length > 0 ? ' or higher' : ''}`
  const message = [`${what} need ${plan}`, hint].filter(Boolean).join('; ')
  const fields = field === undefined ? [] : [{ path: field, code: 'plan_limit', message }]
  return new ServiceError('PLAN_REQUIRED', message, fields.length > 0 ? { fields } : {})
}
