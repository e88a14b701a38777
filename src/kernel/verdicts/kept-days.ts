import { monthStart } from '../../lib/time/zone.ts'
import type { OrgPrincipal } from '../door/principal.ts'
import { PLAN_LIMITS } from '../plan/plans.ts'

/** Months of daily sums that the plan of a caller's organization keeps. */
export const keptMonthsOf = ({ principal }: { principal: Pick<OrgPrincipal, 'plan'> }): number =>
  PLAN_LIMITS[principal.plan].rollupMonths

/** Returns how many days the months before a local day have; null for no limit. */
export const keptDays = (today: number, months: number): number | null =>
  Number.isFinite(months) ? today - monthStart(today, -months) : null
