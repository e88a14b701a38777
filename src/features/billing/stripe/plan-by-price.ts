import { PLANS, type Plan } from '../../../kernel/plan/plans.ts'

/** Which plan a price stands for, by the price's id. */
export type PlanByPrice = ReadonlyMap<string, Plan>

/** Finds the widest of the plans that prices stand for; null where none does. */
export function widestPlan(
  prices: readonly (string | null | undefined)[],
  plans: PlanByPrice,
): Plan | null {
  const found = prices.flatMap((price) => (price ? (plans.get(price) ?? []) : []))
  return PLANS.findLast((plan) => found.includes(plan)) ?? null
}
