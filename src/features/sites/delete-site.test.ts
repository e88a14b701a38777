import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TestApp, type TestOrg } from '../../testing/start-test-app.ts'
import { countStoredRows } from '../../testing/stored-events.ts'

const TABLES = ['event', 'question', 'question_text', 'page', 'site_salt', 'visitor_day']

let app: TestApp
let org: TestOrg
let key: string
/** How many rows these tables had before the test. */
let before: Record<string, number>

beforeAll(async () => {
  app = await TestApp.start()
})

beforeEach(async () => {
  before = Object.fromEntries(TABLES.map((table) => [table, countStoredRows(app.directory, table)]))
  org = await app.org()
  key = await app.key(org)
})

afterAll(() => app[Symbol.asyncDispose]())

/** Returns how many rows a table has more than before the test. */
const added = (table: string) => countStoredRows(app.directory, table) - (before[table] ?? 0)

describe('deleting a site', () => {
  it('deleting a site is for owners, and leaves nothing of it', async () => {
    const id = await app.site(key)
    const stays = await app.site(key, { domain: 'stays.example' })
    const question = { kind: 'question', url: '/a', question: 'Which tent?' }
    for (const site of [id, stays]) await app.collect(site, [question])
    const remove = (token: string) => app.api('DELETE', `/sites/${id}`, { token })
    expect((await remove(key)).body.error?.code).toBe('SESSION_REQUIRED')
    expect((await remove(await app.session(org, 'admin'))).body.error?.code).toBe('ROLE_REQUIRED')
    const owner = await app.session(org)
    expect(await remove(owner)).toMatchObject({ status: 200, body: { data: {} } })
    expect((await remove(owner)).status).toBe(404)
    expect((await app.api('GET', `/sites/${id}`, { token: key })).status).toBe(404)

    await app.app.services.maintenance.onIdle()
    for (const table of TABLES) {
      expect([table, added(table)]).toEqual([table, 1])
    }
    expect(countStoredRows(app.directory, 'deleted_site')).toBe(0)
    expect((await app.api('GET', `/sites/${stays}`, { token: key })).status).toBe(200)
  })

  it('deleting a site gives nothing of it to the next site of the same address', async () => {
    const id = await app.site(key)
    await app.collect(id, [{ kind: 'pageview', url: '/a' }])
    await app.api('DELETE', `/sites/${id}`, { token: await app.session(org) })
    const next = await app.site(key)
    const { body } = await app.collect(next, [{ kind: 'pageview', url: '/b' }])
    expect(body.data['accepted']).toBe(1)
    await app.app.services.maintenance.onIdle()
    expect(added('event')).toBe(1)
  })
})
