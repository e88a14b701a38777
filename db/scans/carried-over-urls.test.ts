import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { SiteDb } from '../site-db.ts'
import { TestApp, type TestOrg } from '../../src/testing/start-test-app.ts'
import { countOrgRows } from '../../src/testing/org-rows.ts'

let app: TestApp
let org: TestOrg
let site: SiteDb

beforeAll(async () => {
  app = await TestApp.start()
})

beforeEach(async () => {
  org = await app.org()
  const id = await app.site(await app.key(org))
  site = (await app.app.services.context.tenant(org.id).sites.find(id))!
})

afterAll(() => app[Symbol.asyncDispose]())

const END = { state: 'canceled', error: null, tally: '{}', at: 0, creditsSpent: 0 }
const STEP = { done: [], lost: [], pages: [], fetched: 0, skipped: 0, failed: 0, tally: '{}' }

/** Begins a scan that has found addresses, by their numbers. */
async function begin(phase: string, from: number, to: number): Promise<number> {
  const { scans } = site
  await scans.insert({
    id: app.app.services.context.newId('job'),
    kind: 'rescan',
    origin: 'api',
    options: '{"maxPages":7}',
    requestedBy: '{}',
    at: 0,
  })
  const { num } = (await scans.active())!
  await scans.update(num, { state: 'running' })
  const found = Array.from({ length: to - from }, (_, i) => ({
    url: `https://example.com/${from + i}`,
    depth: 3,
    modifiedAt: null,
    state: 'waiting' as const,
  }))
  await scans.commit(num, { ...STEP, found, phase }, 0, () => 'pg_none')
  return num
}

it('a scan carries over the addresses that the last one left, and of too many the first', async () => {
  const { scans } = site
  const first = await begin('fetch', 0, 20_000)
  await scans.finish(first, END)
  const second = await begin('fetch', 10, 20_011)
  expect(await scans.previousScan(second)).toEqual({ tally: '{}', maxPages: 7 })
  expect(await scans.carriedOverUrls(second)).toHaveLength(20_000)
  await scans.finish(second, END)
  expect(countOrgRows(app.directory, org.id, 'scan_url')).toBe(20_000)
  const left = await scans.carriedOverUrls(second + 1)
  expect(left[0]).toEqual({
    url: 'https://example.com/10',
    depth: 3,
    hasFailed: false,
    isWaiting: true,
  })
  // The next scan learns that there were more addresses.
  expect((await scans.previousScan(second + 1))?.tally).toBe('{"isCut":true}')
})

it('addresses of earlier scans are kept while no scan has taken them over', async () => {
  const { scans } = site
  await scans.finish(await begin('fetch', 0, 3), END)
  const second = await begin('discover', 100, 101)
  await scans.finish(second, END)
  const urls = (await scans.carriedOverUrls(second + 1)).map(({ url }) => url.slice(20))
  expect(urls).toEqual(['0', '1', '2', '100'])
  await scans.finish(await begin('fetch', 50, 51), END)
  expect(await scans.carriedOverUrls(second + 2)).toMatchObject([{ url: 'https://example.com/50' }])
})

it('no address of a scan that has ended before is forgotten', async () => {
  const { scans } = site
  const first = await begin('fetch', 0, 3)
  await scans.finish(first, END)
  const second = await begin('fetch', 3, 5)
  await scans.finish(first, END)
  expect(await scans.carriedOverUrls(second + 1)).toHaveLength(5)
})
