import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RuleStore } from '../../../db/rules/rule-store.ts'
import { askTool } from '../../testing/ask-tool.ts'
import { countOrgRows } from '../../testing/org-rows.ts'
import { RuledSite } from '../../testing/ruled-site.ts'

let service: RuledSite
let ruled: RuledSite

beforeAll(async () => {
  service = await RuledSite.start()
})

beforeEach(async () => {
  ruled = await service.another()
})

afterAll(() => service[Symbol.asyncDispose]())

async function store(siteId = ruled.id): Promise<RuleStore> {
  const site = await ruled.app.app.services.context.tenant(ruled.org.id).sites.find(siteId)
  if (!site) throw new Error('No site')
  return site.rules
}

const record = async (pages: Record<string, number>) =>
  (await store()).recordMatches(new Map(Object.entries(pages)), ruled.app.clock.now())

/** Reads the hits of each rule and the time of the last one, as REST lists them. */
async function listed(): Promise<Record<string, unknown>> {
  const { body } = await ruled.call('GET', '')
  // @NOTE lists have their items in `data`.
  const rules = body.data as unknown as { id: string; hits30d: number; lastMatchedAt: string }[]
  return Object.fromEntries(
    rules.map(({ id, hits30d, lastMatchedAt }) => [id, [hits30d, lastMatchedAt]]),
  )
}

const days = () => countOrgRows(ruled.app.directory, ruled.org.id, 'prompt_rule_day')

describe('the hits of a rule', () => {
  it('a new rule has no hits', async () => {
    const { body } = await ruled.create({ stop: true })
    expect(body.data).toMatchObject({ hits30d: 0, lastMatchedAt: null })
    expect(await listed()).toEqual({ [String(body.data['id'])]: [0, null] })
  })

  it('hits add up over runs and days', async () => {
    const a = await ruled.rule({ stop: true })
    const b = await ruled.rule({ stop: true })
    await record({ [a]: 3 })
    await record({ [a]: 2, [b]: 1 })
    const first = new Date(ruled.app.clock.now()).toISOString()
    ruled.app.clock.advance({ days: 1 })
    await record({ [a]: 4, [b]: 0 })
    const second = new Date(ruled.app.clock.now()).toISOString()
    expect(await listed()).toEqual({ [a]: [9, second], [b]: [1, first] })
    expect(days()).toBe(3)
    const { structured } = await askTool(ruled.app, 'publisher', 'list_rules', ruled.key, {
      site: ruled.id,
    })
    expect((structured['rows'] as unknown[][]).map((row) => row.at(-1))).toEqual([9, 1])
  })

  it('hits count for 30 days, and the next run after them drops them', async () => {
    const a = await ruled.rule({ stop: true })
    await record({ [a]: 3 })
    const at = new Date(ruled.app.clock.now()).toISOString()
    ruled.app.clock.advance({ days: 29 })
    expect(await listed()).toEqual({ [a]: [3, at] })
    ruled.app.clock.advance({ days: 1 })
    expect(await listed()).toEqual({ [a]: [0, at] })
    expect(days()).toBe(1)
    await record({})
    expect(days()).toBe(0)
  })

  it('a hit is no change of the rule', async () => {
    const a = await ruled.rule({ stop: true })
    const before = await (await store()).find(a)
    await record({ [a]: 1 })
    const at = ruled.app.clock.now()
    expect(await (await store()).find(a)).toEqual({ ...before, last_matched_at: at })
  })

  it('the time of the last hit does not go back', async () => {
    const a = await ruled.rule({ stop: true })
    const at = ruled.app.clock.now()
    await (await store()).recordMatches(new Map([[a, 1]]), at)
    await (await store()).recordMatches(new Map([[a, 1]]), at - 1_000)
    expect(await listed()).toEqual({ [a]: [2, new Date(at).toISOString()] })
  })

  it('hits go with the rule, and do not come without one', async () => {
    const a = await ruled.rule({ stop: true })
    const b = await ruled.rule({ stop: true })
    await record({ [a]: 1, [b]: 1, rul_none: 1 })
    expect(days()).toBe(2)
    await ruled.call('DELETE', `/${a}`)
    expect(days()).toBe(1)
    await record({ [a]: 1 })
    expect(days()).toBe(1)
  })

  it('hits are the site’s own', async () => {
    const a = await ruled.rule({ stop: true })
    const other = await ruled.app.site(ruled.key, { domain: 'other.example' })
    const foreign = await store(other)
    await record({ [a]: 1 })
    await foreign.recordMatches(new Map([[a, 5]]), ruled.app.clock.now())
    expect(await foreign.hits([a], ruled.app.clock.now())).toEqual(new Map())
    expect(await foreign.delete(a)).toBe(false)
    expect(await listed()).toEqual({ [a]: [1, expect.any(String)] })
  })

  it('hits are undone with their transaction', async () => {
    const a = await ruled.rule({ stop: true })
    const { context } = ruled.app.app.services
    const failing = context.tenant(ruled.org.id).transaction(async (trx) => {
      const site = await trx.sites.find(ruled.id)
      await site?.rules.recordMatches(new Map([[a, 1]]), ruled.app.clock.now())
      throw new Error('undone')
    })
    await expect(failing).rejects.toThrow('undone')
    expect(await listed()).toEqual({ [a]: [0, null] })
  })
})
