import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  addCredits,
  readCredits,
  reserveCredits,
  settleCredits,
} from '../../kernel/plan/credits.ts'
import { PLAN_LIMITS, type Plan } from '../../kernel/plan/plans.ts'
import { CreditModel } from '../../testing/credit-model.ts'
import { ledgerFaults } from '../../testing/ledger-faults.ts'
import { TestApp } from '../../testing/start-test-app.ts'
import { inspectData } from '../../testing/stored-events.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start({ startAt: '2026-01-01T00:00:00.000Z' })
})
afterAll(() => app[Symbol.asyncDispose]())

const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h')
const call = fc.oneof(
  fc.record({
    does: fc.constant('reserve' as const),
    id,
    credits: fc.integer({ min: 1, max: 70 }),
  }),
  fc.record({ does: fc.constant('settle' as const), id, credits: fc.integer({ min: 0, max: 70 }) }),
  fc.record({ does: fc.constant('add' as const), id, credits: fc.integer({ min: -80, max: 80 }) }),
)
type Call = typeof call extends fc.Arbitrary<infer C> ? C : never

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ calls: fc.array(call, { minLength: 1, maxLength: 8 }) }) },
  { weight: 2, arbitrary: fc.record({ months: fc.integer({ min: 1, max: 3 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ plan: fc.constantFrom<Plan>('free', 'pro', 'self_hosted') }),
  },
)

const grantOf = (plan: Plan): number | null => {
  const { monthlyCredits } = PLAN_LIMITS[plan]
  return Number.isFinite(monthlyCredits) ? monthlyCredits : null
}

it('the sum is the balance, it is never negative and nothing is charged twice, whatever happens at the same time', async () => {
  const { context } = app.app.services
  const actor = { type: 'system', id: 'test' } as const

  /** Makes one call on the credits of an organization, and returns the answer. */
  const run = (orgId: string, { does, id: work, credits }: Call): Promise<unknown> =>
    context.tenant(orgId).transaction(async (trx) => {
      const of = { ref: { type: 'scan', id: work }, reason: 'scan', actor } as const
      switch (does) {
        case 'reserve':
          return reserveCredits(context, trx, { ...of, wanted: credits, lapsesAt: null })
        case 'settle':
          return settleCredits(context, trx, { ...of, cost: credits })
        case 'add': {
          const type = credits < 0 ? 'adjustment' : 'purchase'
          const added = { type, amount: credits, reason: 'manual', note: null, actor } as const
          return addCredits(context, trx, { ...added, ref: { type: 'manual', id: work } })
        }
      }
    })

  const apply = (model: CreditModel, grant: number | null, { does, id: work, credits }: Call) => {
    switch (does) {
      case 'reserve':
        return model.reserve(work, credits, grant)
      case 'settle':
        return model.settle(work, credits, grant)
      case 'add':
        return model.add(work, credits)
    }
  }

  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      let plan: Plan = 'free'
      const org = await app.org(plan)
      const model = new CreditModel()
      const madeAt = new Date(app.clock.now())
      for (const one of steps) {
        if ('plan' in one) {
          plan = one.plan
          await app.changePlan(org, plan)
        }
        if ('months' in one) app.clock.advance({ days: 31 * one.months })
        const months = monthsSince(madeAt, new Date(app.clock.now()))
        model.renew(months, grantOf(plan))
        const calls = 'calls' in one ? one.calls : []
        // They begin at once; the account lets in one after the other, in their order.
        const answers = await Promise.all(calls.map((each) => run(org.id, each)))
        const expected = calls.map((each) => apply(model, grantOf(plan), each))
        const isReservation = (_: unknown, i: number): boolean => calls[i]?.does === 'reserve'
        expect(answers.filter(isReservation)).toEqual(expected.filter(isReservation))
        const read = await readCredits(context, context.tenant(org.id))
        const { balance, reserved, used } = model
        const isUnlimited = grantOf(plan) === null
        expect(read).toMatchObject({ balance: isUnlimited ? null : balance, reserved, used })
      }
      expect(inspectData(app.directory, ledgerFaults)).toEqual([])
    }),
    { numRuns: 150 },
  )
})

/** Counts the whole months between two moments; `from` is the first of a month, and tests go forward by whole days. */
function monthsSince(from: Date, to: Date): number {
  const months =
    (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + (to.getUTCMonth() - from.getUTCMonth())
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate()
  return to.getUTCDate() >= Math.min(from.getUTCDate(), lastDay) ? months : months - 1
}
