import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { postToolCall } from '../../testing/mcp-post.ts'
import { siteWithHistory } from '../../testing/site-with-history.ts'
import { TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
let site: Awaited<ReturnType<typeof siteWithHistory>>

beforeAll(async () => {
  app = await TestApp.start({ startAt: '2026-11-20T12:00:00.000Z' })
})

beforeEach(async () => {
  site = await siteWithHistory(app, [
    { at: '2026-11-18T10:00:00.000Z', url: '/a' },
    { at: '2026-11-18T10:00:00.000Z', url: `/${'a'.repeat(900)}` },
    { at: '2026-11-18T10:00:00.000Z', url: '/b', country: 'DE' },
  ])
})

afterAll(() => app[Symbol.asyncDispose]())

const impressions = async (dimension: string, op: string, values: readonly string[]) => {
  const filters = [{ dimension, op, values }]
  const { totals } = await site.ask({ metrics: 'impressions', range: '7d', filters })
  return totals['impressions']
}

describe('a glob in a filter', () => {
  it.each([
    ['a thousand stars before a letter that no name has', `${'*'.repeat(1_023)}z`, 0],
    ['a thousand stars before one that a name has', `${'*'.repeat(1_022)}b`, 1],
    ['five stars in a long piece', `*a*a*a*a*${'a'.repeat(1_000)}b`, 0],
    ['single characters by the hundred', `*${'?'.repeat(900)}*`, 1],
  ])('a glob is answered with %s', async (_name, glob, expected) => {
    expect(await impressions('path', 'glob', [glob])).toBe(expected)
  })

  it('a hundred hostile globs are answered at once', async () => {
    const values = Array.from({ length: 100 }, (_, i) => `${'*'.repeat(1_000)}${i}z`)
    const { structuredContent } = await postToolCall(app, 'data', site.key, 'query', {
      site: site.id,
      metrics: ['impressions'],
      dimensions: ['country'],
      range: '7d',
      filters: [{ dimension: 'country', op: 'glob', values }],
    })
    expect(structuredContent).toMatchObject({ rows: [] })
  })
})

describe('a filter on the absence of a name', () => {
  it.each([
    ['is', '(none)', 2],
    ['is', 'DE', 1],
    ['is_not', '(none)', 1],
    ['contains', 'NONE', 2],
    ['contains', 'o', 2],
    ['contains', 'x', 0],
    ['starts_with', '(No', 2],
    ['starts_with', 'none', 0],
    ['glob', '(n*)', 2],
    ['glob', '(?one)', 2],
    ['glob', '*', 3],
    ['glob', '(*', 2],
    ['glob', '?', 0],
    ['glob', 'D?', 1],
  ])('the absence of a name is found as %s %s says', async (op, value, expected) => {
    expect(await impressions('country', op, [value])).toBe(expected)
  })
})
