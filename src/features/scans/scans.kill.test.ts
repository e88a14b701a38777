import { afterEach, beforeEach, expect, it } from 'vitest'
import { connectReader } from '../../../db/sqlite/connect.ts'
import { DataFolder } from '../../testing/data-folder.ts'
import { page, WebSite } from '../../testing/web-site.ts'

const PAGES = 900
const CONCURRENCY = 4

let data: DataFolder
let web: WebSite

beforeEach(async () => {
  data = new DataFolder()
  const links = Array.from({ length: PAGES }, (_, i) => `/p${i}`)
  web = await WebSite.start({
    '/robots.txt': 'User-agent: *\nDisallow: /private/',
    '/': page('Home', { links: [...links, '/private/plan'] }),
    ...Object.fromEntries(links.map((link) => [link, page(`Page ${link}`)])),
  })
})

afterEach(async () => {
  data[Symbol.dispose]()
  await web[Symbol.asyncDispose]()
})

it('a scan survives kill -9 at any moment, and looks at each page to the end', async () => {
  const { key } = await data.setUp()
  const environment = { ALLOW_PRIVATE_NETWORKS: '1', SCAN_CONCURRENCY: String(CONCURRENCY) }
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  let jobId = ''
  const stored = (): number => countIn(data.file, 'COUNT(*) FROM page_record')
  // A run that is killed before it stored anything counts against the job, and one that made progress does not.
  const kills = [2, 15, ...Array.from({ length: 7 }, () => 'stored' as const), 35, 'score' as const]
  for (const at of kills) {
    await using server = await data.serve({ environment })
    const killed = new Promise<void>((resolve, reject) => {
      const before = { asked: web.asked.length, stored: at === 'stored' ? stored() : 0 }
      web.onAsked = (asked) => {
        if (at === 'stored' && stored() === before.stored) return
        if (at === 'score' && countIn(data.file, "phase = 'score' FROM scan") === 0) return
        if (typeof at === 'number' && asked - before.asked < at) return
        web.onAsked = undefined
        server.kill().then(resolve, reject)
      }
    })
    if (jobId === '') {
      const body = JSON.stringify({ url: `${web.url}/` })
      const answer = await fetch(`${server.url}/api/v1/sites`, { method: 'POST', headers, body })
      const { data: site } = (await answer.json()) as { data: { scanJob: { id: string } } }
      jobId = site.scanJob.id
    }
    await killed
    // The counts equal what is stored, whenever the process died.
    expect(countIn(data.file, "tally ->> 'added' FROM scan")).toBe(stored())
    expect(countIn(data.file, 'COUNT(*) FROM outbox')).toBe(0)
  }

  web.onAsked = undefined
  await using server = await data.serve({ environment })
  const address = `${server.url}/api/v1/scan/${jobId}`
  // The stream ends with the scan.
  const events = await fetch(address, { headers: { ...headers, accept: 'text/event-stream' } })
  expect(await events.text()).toContain('event: done')
  const { data: scan } = (await (await fetch(address, { headers })).json()) as { data: unknown }
  expect(scan).toMatchObject({
    state: 'succeeded',
    attempts: kills.length + 1,
    progress: { discovered: PAGES + 2, fetched: PAGES + 1, skipped: 1, failed: 0 },
    result: {
      pages: PAGES + 1,
      added: PAGES + 1,
      promptsGenerated: PAGES + 1,
      warnings: [{ code: 'ROBOTS_DISALLOWED', count: 1 }],
    },
  })
  const count = (what: string) => countIn(data.file, what)
  expect(count("COUNT(*) FROM page_record WHERE state = 'active'")).toBe(PAGES + 1)
  expect(count('COUNT(DISTINCT path) FROM page')).toBe(PAGES + 1)
  expect(count('COUNT(*) FROM page')).toBe(PAGES + 1)
  expect(count('COUNT(*) FROM job')).toBe(0)
  expect(count("COUNT(*) FROM outbox WHERE event = 'scan.completed'")).toBe(1)
  expect(count('COUNT(*) FROM outbox')).toBe(1)
  // Only requests that were under way when the process died are repeated.
  const asked = web.paths.filter((path) => path.startsWith('/p')).length
  expect(asked).toBeLessThanOrEqual(PAGES + kills.length * (CONCURRENCY + 128))
})

it('a scan survives kill -9 between writing pages and analysing them', async () => {
  const { key } = await data.setUp('self_hosted')
  const environment = { ALLOW_PRIVATE_NETWORKS: '1' }
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const stated = '{"@context":"https://schema.org","@type":"TechArticle","headline":"Interface"}'
  const text = `</p><script type="application/ld+json">${stated}</script><p>The interface.`
  web.pages.set('/p7', page('Interface', { text }))
  let address = ''
  {
    await using server = await data.serve({ environment })
    const post = async (path: string, body: object) => {
      const request = { method: 'POST', headers, body: JSON.stringify(body) }
      const answer = await fetch(`${server.url}/api/v1${path}`, request)
      const told = (await answer.json()) as { data: { id: string }; error: unknown }
      expect(told.error).toBeNull()
      return told.data.id
    }
    const site = await post('/sites', { url: `${web.url}/`, scan: false })
    const actions = { excludeFromScan: true }
    await post(`/rules/${site}`, { name: 'No manuals', match: { type: 'docs' }, actions })
    address = `/api/v1/scan/${await post('/scan', { siteId: site })}`
    const accept = { ...headers, accept: 'text/event-stream' }
    const { body } = await fetch(`${server.url}${address}`, { headers: accept })
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
    for (let told = ''; !told.includes('"phase":"prompts"');) {
      told = String((await reader?.read())?.value)
    }
    await server.kill()
  }
  const count = (what: string) => countIn(data.file, what)
  expect(count('COUNT(*) FROM page_record')).toBe(PAGES + 1)
  expect(count('COUNT(*) FROM page_analysis')).toBeLessThan(PAGES + 1)
  const asked = web.asked.length

  await using server = await data.serve({ environment })
  const events = await fetch(server.url + address, {
    headers: { ...headers, accept: 'text/event-stream' },
  })
  expect(await events.text()).toContain('event: done')
  expect(web.paths.slice(asked).filter((path) => path.startsWith('/p'))).toEqual([])
  expect(count('COUNT(*) FROM page_analysis')).toBe(PAGES + 1)
  expect(count("COUNT(*) FROM page_record WHERE state = 'excluded'")).toBe(1)
  expect(count('COUNT(*) FROM prompt')).toBe(PAGES)
})

function countIn(file: string, what: string): number {
  const db = connectReader(file)
  const count = db.prepare(`SELECT ${what}`).pluck().get()
  db.close()
  return Number(count)
}
