import { afterEach, beforeEach, expect, it } from 'vitest'
import { askTool } from '../../src/testing/ask-tool.ts'
import { DataFolder } from '../../src/testing/data-folder.ts'
import { TestApp } from '../../src/testing/start-test-app.ts'
import { countStoredRows, inspectData } from '../../src/testing/stored-events.ts'
import { page, taggedPage, WebSite } from '../../src/testing/web-site.ts'
import { FIRST_RELEASE, makeOldData } from './testing/old-data.ts'
import { insertScannedSite, insertScanUnderWay } from './testing/scanned-data.ts'

// Data of 0.1.0, opened by this version.

let folder: DataFolder
let web: WebSite
let app: TestApp

beforeEach(async () => {
  folder = DataFolder.inMemory()
  web = await WebSite.start({ '/': page('Home', { links: ['/tides'] }), '/tides': page('Tides') })
})

afterEach(async () => {
  await app[Symbol.asyncDispose]()
  await web[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

const open = async (): Promise<TestApp> => {
  app = await TestApp.start({
    directory: folder.path,
    environment: { ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' },
  })
  return app
}

const keyOf = (org: string) => app.key({ id: org, userId: 'usr_old' })

async function openScannedSite() {
  await makeOldData(folder.file, FIRST_RELEASE, (connection) =>
    insertScannedSite(connection, `${web.url}/`),
  )
  await open()
  const token = await keyOf('org_old')
  const get = async (path: string) => {
    const { status, body } = await app.api('GET', path, { token })
    expect([status, body.error]).toEqual([200, null])
    return body.data
  }
  return { token, get }
}

it('scans, prompts and rules are answered as they were', async () => {
  const { get } = await openScannedSite()
  expect(await get('/scan/job_old')).toMatchObject({
    siteId: 'site_old',
    state: 'succeeded',
    progress: { discovered: 2, fetched: 2, percent: 100 },
    result: { pages: 2, added: 2, promptsGenerated: 2, score: 54, warnings: [] },
    requestedBy: { type: 'key', id: 'key_old' },
    finishedAt: '2026-11-18T10:00:00.000Z',
  })
  expect(await get('/prompts/site_old')).toMatchObject([
    { id: 'prm_home', pageId: 'pg_home', path: '/', source: 'generated', locked: false },
    {
      id: 'prm_tides',
      pageId: 'pg_tides',
      path: '/tides',
      pageTitle: 'Tides',
      source: 'manual',
      locked: true,
      primaryKind: 'summarize',
      templates: [{ kind: 'summarize', template: 'Read {{url}} and summarize it.' }],
      questions: [{ text: 'When is high water?', origin: 'owner' }],
      updatedBy: { type: 'key', id: 'key_old' },
      version: 1,
    },
  ])
  expect(await get('/rules/site_old')).toMatchObject([
    {
      id: 'rul_old',
      name: 'Short answers',
      enabled: true,
      match: { path: '/' },
      actions: { append: 'Keep it brief.' },
      stop: false,
      version: 1,
    },
  ])
})

it('the text of pages is found and read', async () => {
  const { token } = await openScannedSite()
  const found = await askTool(app, 'publisher', 'search', token, { query: 'high water of tides' })
  const { results } = JSON.parse(found.text) as { results: { id: string; url: string }[] }
  expect(results[0]).toMatchObject({ id: 'page:pg_tides', url: `${web.url}/tides` })
  const { text } = await askTool(app, 'publisher', 'fetch', token, { id: 'page:pg_tides' })
  expect(text).toContain('High water of Tides comes twice a day.')
})

it('no site is scanned by itself that was not before', async () => {
  await openScannedSite()
  app.clock.advance({ days: 40 })
  await app.app.services.maintenance.onIdle()
  await app.app.services.jobs.onIdle()
  const schedules = inspectData(folder.path, (db) =>
    db.prepare('SELECT scan_schedule, scan_options, next_scan_at FROM site').raw().all(),
  )
  expect(schedules).toEqual([['off', '{}', null]])
  expect(web.asked).toEqual([])
})

it('a new scan knows the pages, keeps what is locked, and obeys the rules', async () => {
  const { token, get } = await openScannedSite()
  const started = await app.api('POST', '/scan', { token, body: { siteId: 'site_old' } })
  expect([started.status, started.body.error]).toEqual([202, null])
  await app.app.services.jobs.onIdle()
  expect(await get(`/scan/${String(started.body.data.id)}`)).toMatchObject({
    kind: 'rescan',
    state: 'succeeded',
    result: { pages: 2, added: 0, changed: 2, removed: 0, promptsGenerated: 0 },
  })
  const [home, tides] = (await get('/prompts/site_old')) as unknown as {
    templates: { template: string }[]
  }[]
  expect(home).toMatchObject({
    id: 'prm_home',
    pageId: 'pg_home',
    version: 2,
    ruleIds: ['rul_old'],
  })
  expect(home?.templates[0]?.template).toMatch(/Keep it brief\.$/)
  expect(tides).toMatchObject({
    id: 'prm_tides',
    pageId: 'pg_tides',
    templates: [{ template: 'Read {{url}} and summarize it.' }],
    locked: true,
  })
  const { text } = await askTool(app, 'publisher', 'fetch', token, { id: 'page:pg_tides' })
  expect(text).toContain('What there is to say about Tides')
  expect(text).not.toContain('High water')
})

it('pages have scores after a scan, though their servers say that nothing changed', async () => {
  const home = page('Home', { links: ['/tides'] })
  web.pages.set('/', taggedPage(home)).set('/tides', taggedPage(page('Tides')))
  await makeOldData(folder.file, FIRST_RELEASE, (connection) => {
    insertScannedSite(connection, `${web.url}/`)
    connection.exec(`UPDATE page_record SET etag = '"v1"'`)
  })
  await open()
  const token = await keyOf('org_old')
  const scores = async () => {
    const { body } = await app.api('GET', '/pages/site_old', { token })
    return (body.data as unknown as { score: number | null }[]).map(({ score }) => score)
  }
  const scan = async () => {
    web.asked.length = 0
    await app.api('POST', '/scan', { token, body: { siteId: 'site_old' } })
    await app.app.services.jobs.onIdle()
    const [tides] = web.asked.filter(({ path }) => path === '/tides')
    return tides?.headers['if-none-match']
  }
  expect(await scores()).toEqual([null, null])
  expect(await scan()).toBeUndefined()
  expect(await scores()).toEqual([expect.any(Number), expect.any(Number)])
  expect(await scan()).toBe('"v1"')
})

it('a scan that the old service left goes on where it was', async () => {
  await makeOldData(folder.file, FIRST_RELEASE, (connection) =>
    insertScanUnderWay(connection, `${web.url}/`),
  )
  await open()
  await app.app.services.jobs.onIdle()
  const token = await keyOf('org_busy')
  const { body } = await app.api('GET', '/scan/job_busy', { token })
  expect(body.data).toMatchObject({
    kind: 'onboarding',
    state: 'succeeded',
    attempts: 2,
    progress: { discovered: 2, fetched: 2, skipped: 0, failed: 0 },
    result: { pages: 2, added: 2, changed: 0, promptsGenerated: 2 },
  })
  expect(countStoredRows(folder.path, 'job')).toBe(0)
  const prompts = await app.api('GET', '/prompts/site_busy', { token })
  expect(prompts.body.data).toMatchObject([{ pageId: 'pg_busy', path: '/' }, { path: '/tides' }])
})
