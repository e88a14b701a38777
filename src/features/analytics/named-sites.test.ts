import { afterAll, beforeAll, expect, it } from 'vitest'
import { agency } from '../../testing/agency.ts'
import { askTool } from '../../testing/ask-tool.ts'
import { TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
let key: string
beforeAll(async () => {
  app = await TestApp.start({ startAt: '2026-11-20T15:30:00.000Z' })
  const lines = [1, 2].map((i) => ({
    at: `2026-11-10T10:00:0${i}Z`,
    kind: 'referral' as const,
    eventId: `e${i}`,
    visitor: `reader ${i}`,
    referrer: 'https://chatgpt.com/',
  }))
  ;({ key } = await agency(app, [
    { domain: 'alpha.example', lines },
    { domain: 'beta.example', lines },
  ]))
})
afterAll(() => app[Symbol.asyncDispose]())

interface Page {
  data: { site: string }[]
  meta: { nextCursor: string | null }
}

const page = async (sites: readonly string[], cursor?: string) => {
  const query = new URLSearchParams({ site: sites.join(), rows: 'events', limit: '1' })
  if (cursor !== undefined) query.set('cursor', cursor)
  const { status, body } = await app.api('GET', `/analytics/export?${query.toString()}`, {
    token: key,
  })
  return { status, ...(body as unknown as Page) }
}

it.each([[['alpha.example', 'beta.example']], [['beta.example', 'alpha.example']]])(
  'an export of %j has each row once, page by page',
  async (sites) => {
    const seen: string[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const { data, meta } = await page(sites, cursor)
      seen.push(...data.map(({ site }) => site))
      cursor = meta.nextCursor
    }
    expect(seen.toSorted()).toEqual(sites.flatMap((site) => [site, site]).toSorted())
    const { meta } = await page(sites)
    expect((await page(sites.slice(0, 1), String(meta.nextCursor))).status).toBe(422)
  },
)

it('more names than a call may have are refused before any is looked for', async () => {
  const names = Array.from({ length: 100 }, () => 'alpha.example').join()
  const site = Array.from({ length: 100 }, () => names)
  const { isError, text } = await askTool(app, 'data', 'get_overview', key, { site })
  expect({ isError, text }).toEqual({ isError: true, text: expect.stringContaining('at most 200') })
})
