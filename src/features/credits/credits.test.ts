import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addCredits, reserveCredits, settleCredits } from '../../kernel/plan/credits.ts'
import type { Plan } from '../../kernel/plan/plans.ts'
import { onFile } from '../../testing/credential-matrix.ts'
import { inspectOrg } from '../../testing/org-rows.ts'
import { TestApp } from '../../testing/start-test-app.ts'
import { narrowedKey } from '../../testing/twin-organizations.ts'

const ACTOR = { type: 'system', id: 'test' } as const

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start({ startAt: '2026-11-20T12:00:00.000Z' })
})
afterAll(() => app[Symbol.asyncDispose]())

/** Makes an organization, with functions that read and change its credits. */
async function makeHome(plan: Plan) {
  const org = await app.org(plan)
  // A session ends before a month does.
  const ask = async (path: string) => app.api('GET', path, { token: await app.session(org) })
  const { context } = app.app.services
  const db = context.tenant(org.id)
  const work = (id: string) =>
    ({ ref: { type: 'scan', id }, reason: 'scan', actor: ACTOR }) as const
  return {
    org,
    read: async () => (await ask('/credits')).body.data,
    list: async (query = '') => {
      const { body } = await ask(`/credits/ledger${query}`)
      return { ...body, entries: body.data as unknown as Record<string, unknown>[] }
    },
    reserve: (id: string, wanted: number, lapsesAt: number | null = null) =>
      db.transaction((trx) => reserveCredits(context, trx, { ...work(id), wanted, lapsesAt })),
    settle: (id: string, cost: number) =>
      db.transaction((trx) => settleCredits(context, trx, { ...work(id), cost })),
    add: (id: string, amount: number) =>
      db.transaction((trx) =>
        addCredits(context, trx, {
          type: amount < 0 ? 'adjustment' : 'grant',
          amount,
          ref: { type: 'manual', id },
          reason: 'manual',
          note: null,
          actor: ACTOR,
        }),
      ),
    setPlan: (to: Plan) => app.changePlan(org, to),
    /** Sets the start of the period that was paid, as a gateway reports it. */
    pay: (period_start: number) => db.updateOrganization().set({ period_start }).execute(),
    events: () =>
      inspectOrg(app.directory, org.id, (file) =>
        file
          .prepare<[], { event: string; payload: string }>(
            "SELECT event, payload FROM outbox WHERE event LIKE 'credits.%' ORDER BY num",
          )
          .all()
          .map(({ event, payload }) => [event, JSON.parse(payload) as unknown]),
      ),
  }
}

describe('credits', () => {
  it('are those of the plan, for the month from the day that the organization was made', async () => {
    const pro = await makeHome('pro')
    expect(await pro.read()).toEqual({
      unlimited: false,
      balance: 2_000,
      reserved: 0,
      available: 2_000,
      monthlyGrant: 2_000,
      used: 0,
      lowThreshold: 200,
      periodStart: new Date(app.clock.now()).toISOString(),
      periodEnd: '2026-12-20T12:00:00.000Z',
    })
    const balances = await Promise.all(
      (['free', 'business'] as const).map(async (plan) => (await makeHome(plan)).read()),
    )
    expect(balances.map(({ balance, lowThreshold }) => [balance, lowThreshold])).toEqual([
      [50, 50],
      [20_000, 2_000],
    ])
  })

  it('have no limit on a server of one’s own: nothing is reserved or charged, and use is counted', async () => {
    for (const plan of ['self_hosted', 'enterprise'] as const) {
      const { read, list, reserve, settle } = await makeHome(plan)
      expect(await reserve('job_1', 2_000)).toBe(2_000)
      expect(await settle('job_1', 3)).toBe(0)
      expect(await settle('job_1', 3)).toBe(0)
      expect(await read()).toMatchObject({
        unlimited: true,
        balance: null,
        reserved: 0,
        available: null,
        monthlyGrant: null,
        lowThreshold: null,
        used: 3,
      })
      const { entries } = await list()
      expect(entries).toMatchObject([{ type: 'debit', amount: 0, cost: 3, reason: 'scan' }])
    }
  })

  it('are reserved and settled once for each reference', async () => {
    const { read, list, reserve, settle } = await makeHome('pro')
    expect([await reserve('job_1', 20), await reserve('job_1', 99)]).toEqual([20, 20])
    expect(await read()).toMatchObject({ balance: 2_000, reserved: 20, available: 1_980 })
    expect([await settle('job_1', 5), await settle('job_1', 9)]).toEqual([5, 5])
    expect(await reserve('job_1', 7)).toBe(20)
    expect(await read()).toMatchObject({ balance: 1_995, reserved: 0, used: 5 })
    const ref = { type: 'scan', id: 'job_1' }
    expect((await list()).entries).toMatchObject([
      { type: 'release', amount: 0, reservedDelta: -15, balanceAfter: 1_995, ref },
      { type: 'debit', amount: -5, reservedDelta: -5, balanceAfter: 1_995, cost: 5, ref },
      { type: 'reserve', amount: 0, reservedDelta: 20, balanceAfter: 2_000, ref },
      { type: 'grant', amount: 2_000, reason: 'plan', ref: null },
    ])
  })

  it('are reserved as far as there are any', async () => {
    const { read, reserve } = await makeHome('free')
    expect([await reserve('a', 40), await reserve('b', 40), await reserve('c', 1)]).toEqual([
      40, 10, 0,
    ])
    expect(await read()).toMatchObject({ balance: 50, reserved: 50, available: 0 })
  })

  it('that a crash left reserved come back, and the work that ends late is charged nevertheless', async () => {
    const { read, reserve, settle } = await makeHome('free')
    await reserve('a', 40, app.clock.now() + 60_000)
    app.clock.advance({ minutes: 1 })
    expect(await read()).toMatchObject({ balance: 50, reserved: 0 })
    expect(await settle('a', 4)).toBe(4)
    expect(await read()).toMatchObject({ balance: 46, reserved: 0 })
  })

  it('come once a month, whoever asks and how often', async () => {
    const { read, settle, list } = await makeHome('pro')
    await settle('a', 300)
    app.clock.advance({ days: 31 })
    const all = await Promise.all([read(), read(), read()])
    expect(all.map(({ balance }) => balance)).toEqual([2_000, 2_000, 2_000])
    expect((await list()).entries.map(({ type, amount }) => [type, amount])).toEqual([
      ['grant', 2_000],
      ['expire', -1_700],
      ['debit', -300],
      ['grant', 2_000],
    ])
  })

  it('follow the plan in the transaction that changes it', async () => {
    const { read, list, setPlan } = await makeHome('free')
    await read()
    await setPlan('pro')
    await setPlan('free')
    expect(await read()).toMatchObject({ balance: 2_000, monthlyGrant: 50, lowThreshold: 50 })
    await setPlan('business')
    expect(await read()).toMatchObject({ balance: 20_000, monthlyGrant: 20_000 })
    const { entries } = await list()
    expect(entries.map(({ amount }) => amount)).toEqual([18_000, 1_950, 50])
  })

  it('follow the months of a subscription, whose period began on another day', async () => {
    const { read, pay, list } = await makeHome('pro')
    await read()
    app.clock.advance({ days: 9 })
    await pay(app.clock.now())
    const { periodEnd, balance } = await read()
    expect(balance).toBe(2_000)
    const days = (Date.parse(String(periodEnd)) - app.clock.now()) / 86_400_000
    expect(days).toBeGreaterThan(27)
    expect(days).toBeLessThan(32)
    expect((await list()).entries).toHaveLength(1)
  })

  it('that the operator adds stay, and come once for a reference; below zero nothing goes', async () => {
    const { read, add } = await makeHome('free')
    expect([(await add('x', 100))?.added, await add('x', 100)]).toEqual([100, undefined])
    app.clock.advance({ days: 31 })
    expect(await read()).toMatchObject({ balance: 150 })
    expect((await add('y', -1_000))?.added).toBe(-150)
    expect(await read()).toMatchObject({ balance: 0 })
  })
})

describe('credits.low and credits.depleted', () => {
  it('are emitted with the debit that crosses both, low before depleted', async () => {
    const { events, settle, read, org } = await makeHome('pro')
    await settle('a', 5_000)
    const { periodEnd } = await read()
    expect(events()).toEqual([
      ['credits.low', { orgId: org.id, balance: 0, threshold: 200, periodEnd }],
      ['credits.depleted', { orgId: org.id, balance: 0 }],
    ])
  })

  it('are told once, and again after the next grant', async () => {
    const { events, settle } = await makeHome('pro')
    const names = () => events().map(([name]) => name)
    await settle('a', 1_800)
    expect(names()).toEqual([])
    for (const id of ['b', 'c', 'd']) await settle(id, 10)
    expect(names()).toEqual(['credits.low'])
    app.clock.advance({ days: 31 })
    await settle('e', 1_900)
    expect(names()).toEqual(['credits.low', 'credits.low'])
  })

  it('are rolled back with their debit', async () => {
    const { events, read, org } = await makeHome('pro')
    const { context } = app.app.services
    const failed = context.tenant(org.id).transaction(async (trx) => {
      const ref = { type: 'scan', id: 'a' } as const
      await settleCredits(context, trx, { ref, reason: 'scan', actor: ACTOR, cost: 2_000 })
      throw new Error('Lost')
    })
    await expect(failed).rejects.toThrow('Lost')
    expect([events(), (await read())['balance']]).toEqual([[], 2_000])
  })
})

describe('the ledger', () => {
  it('is paged without a gap, and filtered by type', async () => {
    const { list, settle } = await makeHome('pro')
    for (let i = 1; i <= 6; i++) await settle(`job_${i}`, i)
    const whole = (await list()).entries
    expect(whole.map(({ amount }) => amount)).toEqual([-6, -5, -4, -3, -2, -1, 2_000])
    const paged: unknown[] = []
    let cursor: string | null | undefined
    do {
      const { entries, meta } = await list(`?limit=2${cursor ? `&cursor=${cursor}` : ''}`)
      paged.push(...entries)
      cursor = meta.nextCursor
    } while (cursor)
    expect(paged).toEqual(whole)
    const { entries: debits, meta } = await list('?type=debit&limit=4')
    expect(debits).toEqual(whole.slice(0, 4))
    const stolen = await list(`?type=grant&cursor=${meta.nextCursor}`)
    expect(stolen.error?.fields).toMatchObject([{ path: 'cursor', code: 'invalid_cursor' }])
    expect((await list('?type=theft')).error?.code).toBe('VALIDATION_FAILED')
    expect((await list('?limit=101')).error?.code).toBe('VALIDATION_FAILED')
  })

  it('cannot be changed', async () => {
    const { read } = await makeHome('pro')
    await read()
    for (const statement of ['UPDATE credit_ledger SET amount = 1', 'DELETE FROM credit_ledger']) {
      expect(() => onFile(app, (file) => file.exec(statement))).toThrow('append-only')
    }
  })

  it('is of all sites, which a narrowed key is not; its balance is', async () => {
    const token = await app.session(await app.org('business'))
    const site = await app.site(token)
    const key = await narrowedKey(app, token, [site])
    const codeOf = async (path: string) => (await app.api('GET', path, { token: key })).body.error
    expect(await codeOf('/credits')).toBeNull()
    expect((await codeOf('/credits/ledger'))?.code).toBe('INSUFFICIENT_SCOPE')
  })
})
