import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TestApp, type TestOrg } from '../../testing/start-test-app.ts'
import { storedBytes } from '../../testing/stored-bytes.ts'
import { countStoredRows, inspectData } from '../../testing/stored-events.ts'

let app: TestApp
let org: TestOrg
let key: string
/** How many rows each table had before the test. */
let before: Record<string, number>

beforeAll(async () => {
  app = await TestApp.start()
})

beforeEach(async () => {
  before = rowCounts(app.directory)
  org = await app.org()
  key = await app.key(org)
})

afterAll(() => app[Symbol.asyncDispose]())

/** Tells how many rows a table has more than before the test. */
const added = (table: string) => countStoredRows(app.directory, table) - (before[table] ?? 0)

const storedText = () => storedBytes(app.directory).toString('latin1')

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
    for (const table of [
      'event',
      'question',
      'question_text',
      'page',
      'site_salt',
      'visitor_day',
    ]) {
      expect([table, added(table)]).toEqual([table, 1])
    }
    expect(countStoredRows(app.directory, 'deleted_site')).toBe(0)
    expect((await app.api('GET', `/sites/${stays}`, { token: key })).status).toBe(200)
  })

  it('deleting a site leaves every table as it was before, and no word of it in the file', async () => {
    const stays = await app.site(key, { domain: 'stays.example' })
    await feed(stays, 'remains')
    await app.app.services.jobs.onIdle()
    const remaining = rowCounts(app.directory)
    const id = await app.site(key, { domain: 'leaves.example' })
    await feed(id, 'vanishes')
    await app.app.services.jobs.onIdle()
    expect(rowCounts(app.directory)).not.toEqual(remaining)
    expect(storedText()).toContain('vanishes')

    await app.api('DELETE', `/sites/${id}`, { token: await app.session(org) })
    await app.app.services.maintenance.onIdle()
    expect(rowCounts(app.directory)).toEqual(remaining)
    expect(storedText()).toContain('remains')
    expect(storedText()).not.toContain('vanishes')
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

/** Stores events of every kind, enough of them that the text fills more than one page of the file. */
async function feed(site: string, word: string): Promise<void> {
  const events = Array.from({ length: 60 }, (_, at) => [
    {
      kind: 'impression',
      url: `/${word}-${at}`,
      title: `Page of ${word} ${at}`,
    },
    { kind: 'ai_click', url: `/${word}-${at}`, target: 'chatgpt' },
    {
      kind: 'referral',
      url: `/${word}-${at}`,
      referrer: 'https://chatgpt.com/',
    },
    {
      kind: 'question',
      url: `/${word}-${at}`,
      question: `Which ${word} tent ${at}?`,
    },
  ]).flat()
  for (let from = 0; from < events.length; from += 40) {
    const { body } = await app.collect(site, events.slice(from, from + 40))
    expect(body.data['accepted']).toBe(40)
  }
}

/** Counts the rows of every table by its name, without those about the deletion and about the layout of full text. */
function rowCounts(directory: string): Record<string, number> {
  const kept =
    /^(audit_entry|session|sqlite_|.*_text_(data|idx|content|docsize|config)$|limiter|permit)/
  return inspectData(directory, (db) => {
    const names = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all()
    return Object.fromEntries(
      (names as string[])
        .filter((name) => !kept.test(name))
        .map((name) => [name, Number(db.prepare(`SELECT COUNT(*) FROM ${name}`).pluck().get())]),
    )
  })
}
