import { expect, it } from 'vitest'
import { DAY_MS } from '../../lib/time/clock.ts'
import { grantedPlan, keepingPlan } from './granted-plan.ts'

const NOW = Date.parse('2026-11-20T12:00:00.000Z')

const row = (plan_status: string, plan_until: number | null = null) => ({
  plan: 'business',
  plan_status,
  plan_until,
})

it.each([
  ['active', null, 'business'],
  ['trialing', NOW + 1, 'business'],
  ['trialing', NOW, 'free'],
  ['past_due', NOW + 1, 'business'],
  ['past_due', NOW, 'free'],
  ['cancelled', NOW + 1, 'business'],
  ['cancelled', NOW, 'free'],
  ['paused', null, 'free'],
  ['expired', null, 'free'],
  ['a status of a newer version', null, 'free'],
] as const)('a plan that is %s until %s grants %s', (status, until, plan) => {
  expect(grantedPlan(row(status, until), NOW)).toBe(plan)
})

it('an unknown plan grants the narrowest', () => {
  expect(grantedPlan({ ...row('active'), plan: 'gold' }, NOW)).toBe('free')
})

it('data is kept by the plan while a payment is awaited, and for a month after the end', () => {
  expect(keepingPlan(row('past_due', NOW), NOW + 365 * DAY_MS)).toBe('business')
  expect(keepingPlan(row('paused'), NOW)).toBe('business')
  expect(keepingPlan(row('cancelled', NOW), NOW + 30 * DAY_MS - 1)).toBe('business')
  expect(keepingPlan(row('expired', NOW), NOW + 30 * DAY_MS - 1)).toBe('business')
  expect(keepingPlan(row('expired', NOW), NOW + 30 * DAY_MS)).toBe('free')
  expect(keepingPlan({ ...row('active'), plan: 'free' }, NOW)).toBe('free')
})
