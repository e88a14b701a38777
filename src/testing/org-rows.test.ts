import { afterAll, beforeAll, expect, it } from 'vitest'
import { countOrgRows } from './org-rows.ts'
import { ScannedSite } from './scanned-site.ts'
import type { TestApp } from './start-test-app.ts'
import { countStoredRows } from './stored-events.ts'
import { page } from './web-site.ts'

let app: TestApp

beforeAll(async () => {
  app = await ScannedSite.startApp()
})

afterAll(() => app[Symbol.asyncDispose]())

const TABLES = [
  'api_key',
  'audit_entry',
  'event',
  'job',
  'organization',
  'outbox',
  'page',
  'page_record',
  'prompt',
  'question',
  'rollup_day',
  'rollup_dim',
  'rollup_visit',
  'scan',
  'scan_url',
  'site',
  'site_salt',
  'topic',
]

async function makeRows(): Promise<string> {
  const site = await ScannedSite.startOn(app, { '/': page('Home', { links: ['/lost'] }) })
  const url = `${site.web.url}/`
  const sent = await app.collect(site.id, [{ kind: 'question', url, question: 'Which tent?' }])
  expect(sent.body.data).toMatchObject({ accepted: 1 })
  await site.call('PUT', `/sites/${site.id}`, { scan: { schedule: 'daily' } })
  await site.web[Symbol.asyncDispose]()
  return site.org.id
}

it('what an organization has in each table, and what others have, make up all of it', async () => {
  const orgs = [await makeRows(), await makeRows()]
  for (const table of TABLES) {
    const [one = 0, other = 0] = orgs.map((id) => countOrgRows(app.directory, id, table))
    expect([table, one > 0, one]).toEqual([table, true, other])
    expect([table, one + other]).toEqual([table, countStoredRows(app.directory, table)])
  }
})
