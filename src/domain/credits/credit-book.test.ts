import { describe, expect, it } from 'vitest'
import { CreditBook, type CreditAccount } from './credit-book.ts'

const DAY = 86_400_000
const START = Date.parse('2026-11-01T00:00:00Z')
const NEXT = Date.parse('2026-12-01T00:00:00Z')

const EMPTY: CreditAccount = {
  balance: 0,
  reserved: 0,
  grantLeft: 0,
  granted: 0,
  used: 0,
  anchorMs: START,
  periodStartMs: 0,
  periodEndMs: 0,
  isLow: false,
  isDepleted: false,
}

/** Makes the renewed book of an account, for a plan and a moment. */
function open(
  account: Partial<CreditAccount>,
  monthlyGrant: number | null,
  nowMs = START,
  anchorMs: number | null = null,
) {
  const book = new CreditBook({ ...EMPTY, ...account }, { monthlyGrant, anchorMs, nowMs })
  const entries = book.renew()
  return { book, entries, account: book.account }
}

describe('the grant of a month', () => {
  it('comes once, with the first use in it, and months without one are skipped', () => {
    const { book, entries, account } = open({}, 2_000, START + DAY)
    expect(entries.granted).toMatchObject({ type: 'grant', amount: 2_000, balanceAfter: 2_000 })
    expect(account).toMatchObject({ periodStartMs: START, periodEndMs: NEXT })
    expect(book.renew()).toEqual({})
    const later = open(account, 2_000, NEXT + 200 * DAY)
    expect([later.entries.expired?.amount, later.account.balance]).toEqual([-2_000, 2_000])
  })

  it('expires with its month as far as it is left and nobody reserved it; what was bought stays', () => {
    const { book } = open({}, 2_000)
    book.add('purchase', 300)
    book.settle(0, 500)
    book.reserve(40)
    const { entries, account } = open(book.account, 2_000, NEXT)
    expect(entries.expired).toMatchObject({ type: 'expire', amount: -1_460 })
    expect(account).toMatchObject({ balance: 2_340, reserved: 40, grantLeft: 2_040, used: 0 })
  })

  it('of a larger plan comes at once as the difference, and of a smaller one with the next month', () => {
    const pro = open({}, 2_000)
    pro.book.settle(0, 2_000)
    const up = open(pro.account, 20_000, START + DAY)
    expect(up.entries.granted?.amount).toBe(18_000)
    const down = open(up.account, 50, START + 2 * DAY)
    expect([down.entries, down.account.balance]).toEqual([{}, 18_000])
    expect(open(down.account, 20_000, START + 3 * DAY).entries).toEqual({})
    expect(open(down.account, 50, NEXT).account.balance).toBe(50)
  })

  it('is none without a limit, and comes with the plan that has one', () => {
    const { book, entries, account } = open({}, null)
    expect(entries).toEqual({})
    expect(book.reserve(10)).toBeUndefined()
    expect(book.settle(0, 7).debit).toMatchObject({ amount: 0, cost: 7 })
    expect(account).toMatchObject({ balance: 0, used: 7 })
    expect(open(account, 50, START + DAY).account.balance).toBe(50)
  })

  it('is not late by what a clock was ahead', () => {
    const ahead = open(open({}, 50).account, 50, START + 4_000 * DAY)
    const { account, entries } = open(ahead.account, 50, START + DAY)
    expect(entries).toEqual({})
    expect(account).toMatchObject({ balance: 50, periodStartMs: START, periodEndMs: NEXT })
    expect(open(account, 50, NEXT).entries.granted?.amount).toBe(50)
  })

  it('moves with the months of a subscription, and comes no second time for it', () => {
    const paidAt = START + 19 * DAY
    const { account, entries } = open(open({}, 50, paidAt - DAY).account, 50, paidAt, paidAt)
    expect(entries).toEqual({})
    expect(account.periodEndMs).toBe(NEXT + 19 * DAY)
    const next = open(account, 50, NEXT + 19 * DAY, NEXT + 19 * DAY)
    expect(next.entries.granted?.amount).toBe(50)
    expect(next.account.periodEndMs).toBe(Date.parse('2027-01-20T00:00:00Z'))
  })
})

describe('a settlement', () => {
  it('charges what the work costs and gives back the rest', () => {
    const { book } = open({}, 50)
    expect(book.reserve(20)).toMatchObject({ reservedDelta: 20, amount: 0, balanceAfter: 50 })
    const { debit, release } = book.settle(20, 5)
    expect(debit).toMatchObject({ amount: -5, reservedDelta: -5, cost: 5, balanceAfter: 45 })
    expect(release).toMatchObject({ amount: 0, reservedDelta: -15, balanceAfter: 45 })
    expect(book.account).toMatchObject({ balance: 45, reserved: 0, used: 5 })
  })

  it('takes what is there and nothing that others reserved, where the work costs more', () => {
    const { book } = open({}, 50)
    book.reserve(30)
    book.reserve(10)
    expect(book.settle(10, 100).debit).toMatchObject({ amount: -20, reservedDelta: -10, cost: 100 })
    expect(book.account).toMatchObject({ balance: 30, reserved: 30, used: 20 })
    expect(book.reserve(1)).toBeUndefined()
  })
})

describe('low and depleted', () => {
  it('come once each, in this order where one debit crosses both', () => {
    const { book } = open({}, 2_000)
    book.settle(0, 2_000)
    expect(book.crossings).toEqual(['credits.low', 'credits.depleted'])
  })

  it('come again only after the balance was at its threshold', () => {
    const { book } = open({}, 2_000)
    book.settle(0, 1_800)
    expect(book.crossings).toEqual([])
    book.settle(0, 1)
    expect(book.crossings).toEqual(['credits.low'])
    book.settle(0, 199)
    book.add('purchase', 199)
    book.settle(0, 199)
    expect(book.crossings).toEqual(['credits.low', 'credits.depleted'])
    book.add('purchase', 200)
    book.settle(0, 1)
    expect(book.crossings).toEqual(['credits.low', 'credits.depleted', 'credits.low'])
  })

  it('look at the balance, whatever is reserved of it', () => {
    const { book } = open({}, 2_000)
    book.reserve(2_000)
    expect(book.crossings).toEqual([])
  })
})
