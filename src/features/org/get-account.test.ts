import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { settleCredits } from '../../kernel/plan/credits.ts'
import type { GrantableScope } from '../../kernel/door/scopes.ts'
import { askTool, type Arguments } from '../../testing/ask-tool.ts'
import { leaveCredits } from '../../testing/leave-credits.ts'
import { TestApp, type TestOrg } from '../../testing/start-test-app.ts'
import { narrowedKey } from '../../testing/twin-organizations.ts'

let app: TestApp
let org: TestOrg

beforeAll(async () => {
  app = await TestApp.start()
})
beforeEach(async () => {
  org = await app.org('business')
})
afterAll(() => app[Symbol.asyncDispose]())

const ask = async (scopes: readonly GrantableScope[], args: Arguments = {}) =>
  askTool(app, 'publisher', 'get_account', await app.key(org, scopes), args)

describe('get_account', () => {
  it('has the organization with its plan, and its credits', async () => {
    const { structured, text } = await ask(['*'])
    expect(structured).toMatchObject({
      name: 'Test',
      plan: 'business',
      usage: { creditsUsed: 0 },
      credits: { unlimited: false, balance: 20_000, available: 20_000, lowThreshold: 2_000 },
    })
    expect(text).toContain('"balance":20000')
    expect(Object.keys(structured)).not.toContain('ledger')
  })

  it('leaves out what the key lacks a scope for, and says so', async () => {
    const { structured: credits } = await ask(['credits:read'])
    expect(credits['withheld']).toEqual(['org: needs org:read'])
    expect(credits).toMatchObject({ credits: { balance: 20_000 } })
    expect(credits['plan']).toBeUndefined()
    const { structured: profile } = await ask(['org:read'], { sections: ['org', 'ledger'] })
    expect(profile['withheld']).toEqual(['ledger: needs credits:read'])
    expect(profile).toMatchObject({ plan: 'business' })
    expect([profile['credits'], profile['ledger']]).toEqual([undefined, undefined])
    const refused = await ask(['sites:read'])
    expect([refused.isError, refused.text]).toEqual([
      true,
      expect.stringContaining('org:read or credits:read'),
    ])
  })

  it('names as untrusted what the answer has', async () => {
    const { structured: whole } = await ask(['*'])
    expect(whole['untrusted']).toEqual(['name'])
    const { structured: credits } = await ask(['*'], { sections: ['credits', 'ledger'] })
    expect(credits['untrusted']).toEqual([])
  })

  it('has the ledger where it is asked for, page by page', async () => {
    for (const left of [10, 20, 30]) await leaveCredits(app, org.id, left)
    const sections = ['ledger']
    const { structured: first } = await ask(['credits:read'], { sections, limit: 2 })
    const { columns, rows, nextCursor } = first['ledger'] as Record<string, unknown>
    expect(columns).toEqual(['at', 'type', 'amount', 'balanceAfter', 'reason', 'ref'])
    expect(rows).toEqual([
      [expect.any(String), 'adjustment', 10, 30, 'manual', expect.any(String)],
      [expect.any(String), 'adjustment', 10, 20, 'manual', expect.any(String)],
    ])
    const { structured: next } = await ask(['credits:read'], { sections, cursor: nextCursor })
    expect(next['ledger']).toMatchObject({
      rows: [
        [expect.any(String), 'adjustment', -19_990, 10, 'manual', expect.any(String)],
        [expect.any(String), 'grant', 20_000, 20_000, 'plan', null],
      ],
      nextCursor: null,
    })
    const alone = await ask(['*'], { cursor: nextCursor })
    expect([alone.isError, alone.text]).toEqual([true, expect.stringContaining('sections')])
  })

  it('has no ledger for a key that is narrowed to sites', async () => {
    const session = await app.session(org)
    const key = await narrowedKey(app, session, [await app.site(session)])
    const { isError } = await askTool(app, 'publisher', 'get_account', key, {})
    const refused = await askTool(app, 'publisher', 'get_account', key, { sections: ['ledger'] })
    expect([isError, refused.isError]).toEqual([false, true])
  })
})

it('what was used in the month of credits is told with the organization', async () => {
  const key = await app.key(org, ['org:read', 'credits:read'])
  const used = async () => {
    const { body } = await app.api('GET', '/org', { token: key })
    return (body.data['usage'] as Record<string, unknown>)['creditsUsed']
  }
  await leaveCredits(app, org.id, 10)
  expect(await used()).toBe(0)
  const { context } = app.app.services
  const ref = { type: 'scan', id: 'job_1' } as const
  const work = { ref, reason: 'scan', actor: { type: 'system', id: 'test' } } as const
  await context
    .tenant(org.id)
    .transaction((trx) => settleCredits(context, trx, { ...work, cost: 4 }))
  expect(await used()).toBe(4)
  app.clock.advance({ days: 31 })
  expect(await used()).toBe(0)
})
