import { monthStart } from '../../lib/time/zone.ts'
import type { OrgPrincipal } from '../door/principal.ts'
import { PLAN_LIMITS } from '../plan/plans.ts'

/** Returns the months for which the plan of a caller's organization keeps daily sums. */
export const keptMonthsOf = ({ principal }: { principal: Pick<OrgPrincipal, 'plan'> }): number =>
  PLAN_LIMITS[principal.plan].rollupMonths

/** Returns the number of days in the given months before a local day; null for months without a limit. */
export const keptDays = (today: number, months: number): number | null =>
  Number.isFinite(months) ? today - monthStart(today, -months) : null
