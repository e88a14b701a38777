import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { RuledSite } from '../../testing/ruled-site.ts'
import { checkSiteLimits } from './check-site-limits.ts'

let service: RuledSite
let ruled: RuledSite

beforeAll(async () => {
  service = await RuledSite.start()
})
beforeEach(async () => {
  ruled = await service.another()
})
afterAll(() => service[Symbol.asyncDispose]())

/** Makes conditions of this many comparisons, each with this text in it. */
const anyOf = (count: number, text: string) => {
  const tags = Array.from({ length: count }, (_, i) => ({ tag: `${text}${i}` }))
  return {
    any: Array.from({ length: Math.ceil(count / 20) }, (_, i) =>
      tags.slice(i * 20, i * 20 + 20),
    ).map((any) => ({ any })),
  }
}
/** The conditions of a rule with ten wildcards in each of ten paths. */
const WILD = { any: Array.from({ length: 10 }, (_, i) => ({ path: `/${i}${'?'.repeat(10)}` })) }

const fill = async (count: number, match: unknown) => {
  for (let i = 0; i < count; i++) await ruled.rule({ stop: true, match })
}

const problem = (path: string, unit: string) => ({
  path,
  code: 'site_limit',
  message: expect.stringContaining(unit) as unknown,
})

describe('the limits of a site’s rules', () => {
  it('the rules of a site have at most 2,000 wildcards together, at each way in', async () => {
    await fill(19, WILD)
    const last = await ruled.rule({ stop: true, match: WILD })
    const over = [problem('match', 'at most 2000 wildcards together, with these they have 2001')]
    const one = { path: '/*' }
    expect(await ruled.create({ stop: true, match: one })).toMatchObject({
      status: 422,
      body: { error: { fields: over } },
    })
    const draft = { stop: true, match: one }
    const tried = await ruled.call('POST', '/test', { path: '/', rule: draft })
    expect(tried.body.error).toMatchObject({ fields: [problem('rule.match', 'wildcards')] })
    const grown = { any: [...WILD.any, one] }
    const changed = await ruled.call('PUT', `/${last}`, { match: grown })
    expect(changed.body.error).toMatchObject({ fields: over })
    expect((await ruled.call('PUT', `/${last}`, { match: WILD })).status).toBe(200)
    expect((await ruled.create({ stop: true, match: { path: '/a' } })).status).toBe(201)
  })

  it('the rules of a site have at most 10,000 characters in parts of paths with wildcards', async () => {
    const long = (i: number) => ({ path: `/${String(i).padStart(200, 'a')}*` })
    const halves = [0, 1].map((half) => ({
      any: Array.from({ length: 25 }, (_, i) => long(half * 25 + i)),
    }))
    await fill(1, {
      any: halves.map(({ any }) => ({ any: [{ any: any.slice(0, 13) }, { any: any.slice(13) }] })),
    })
    const refused = await ruled.create({ stop: true, match: { path: '/a*' } })
    const over = 'at most 10000 characters beside wildcards together, with these they have 10001'
    expect(refused.body.error).toMatchObject({ fields: [problem('match', over)] })
    expect((await ruled.create({ stop: true, match: { path: '/*' } })).status).toBe(201)
  })

  it('the rules of a site have at most 10,000 comparisons', async () => {
    await fill(100, anyOf(100, ''))
    const refused = await ruled.create({ stop: true, match: { tag: 'a' } })
    expect(refused.body.error).toMatchObject({ fields: [problem('match', '10001')] })
    expect((await ruled.create({ stop: true })).status).toBe(201)
  })

  it('the rules of a site have at most 100,000 characters', async () => {
    await fill(16, anyOf(100, 'x'.repeat(60)))
    const refused = await ruled.create({ stop: true, match: anyOf(100, 'x'.repeat(60)) })
    expect(refused.body.error).toMatchObject({ fields: [problem('match', 'characters')] })
  })
})

describe('a site that is over the limits', () => {
  const others = Array.from({ length: 101 }, () => anyOf(100, ''))

  it('a site over the limits may change a rule into one that is no larger', () => {
    expect(() => checkSiteLimits(others, anyOf(50, ''), anyOf(60, ''))).not.toThrow()
    expect(() => checkSiteLimits(others, anyOf(60, ''), anyOf(60, ''))).not.toThrow()
    expect(() => checkSiteLimits(others, anyOf(61, ''), anyOf(60, ''))).toThrow(/comparisons/)
    expect(() => checkSiteLimits(others, {})).not.toThrow()
  })
})

describe('the rules of one page together', () => {
  it('the rule that found no room for more is named', async () => {
    const tags = (from: number) => Array.from({ length: 20 }, (_, i) => `tag ${from + i}`)
    const ids = [
      await ruled.rule({ actions: { addTags: tags(0) } }),
      await ruled.rule({ actions: { addTags: tags(20) } }),
      await ruled.rule({ actions: { addTags: tags(40) } }),
      await ruled.rule({ actions: { addTags: tags(60) } }),
    ]
    const { body } = await ruled.call('POST', '/test', { path: '/' })
    const all = [...tags(0), ...tags(20), ...tags(40)]
    expect(body.data).toMatchObject({
      matched: ids,
      result: { tags: all.slice(0, 50) },
      explain: { tags: ids.slice(0, 3) },
      dropped: { tags: ids[2] },
    })
  })
})
