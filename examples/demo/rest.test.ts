import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestApp } from '../../src/testing/start-test-app.ts'
import { restClient, type Rest } from './rest.ts'
import { demoPages } from './site.ts'
import { serveWebSite, WEB_ADDRESS, type ServedSite } from './web-site.ts'

let app: TestApp
let web: ServedSite
let rest: Rest
let site: { id: string; scanJob: { id: string } }

beforeAll(async () => {
  app = await TestApp.start({ environment: { ALLOW_PRIVATE_NETWORKS: WEB_ADDRESS } })
  web = await serveWebSite(new Date(app.clock.now()))
  rest = restClient(app.url, await app.key(await app.org()), AbortSignal.timeout(60_000))
  site = (await rest.call('POST', '/sites', { url: `${web.origin}/` })) as typeof site
})

afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await web[Symbol.asyncDispose]()
})

describe('restClient', () => {
  it('waits for the end of a scan, which reads the whole demo site', async () => {
    const scan = await rest.last(`/scan/${site.scanJob.id}`)
    expect(scan).toMatchObject({
      state: 'succeeded',
      progress: { fetched: demoPages.length + 1, skipped: 0, failed: 0 },
      result: { pages: demoPages.length + 1, promptsGenerated: demoPages.length + 1, warnings: [] },
    })
  })

  it('gets a score that finds the search bot among the training bots first', async () => {
    const score = await rest.call('POST', `/sites/${site.id}/score`, {})
    const { checks } = score as { checks: { id: string; evidence: { details: string[] } }[] }
    expect(checks[0]).toMatchObject({ id: 'A2', status: 'warn' })
    expect(checks[0]?.evidence.details[1]).toContain('Claude-SearchBot')
  })

  it('the client says why it was refused', async () => {
    const elsewhere = rest.call('POST', '/sites', { url: 'http://127.0.0.2/' })
    await expect(elsewhere).rejects.toThrow(
      /^POST \/sites: .*; The host is at a private or reserved/,
    )
    const nothing = rest.last('/scan/job_none')
    await expect(nothing).rejects.toThrow(/^GET \/scan\/job_none: /)
  })

  it('the client ends with its signal', async () => {
    const stopped = restClient(app.url, '', AbortSignal.abort())
    await expect(stopped.call('GET', '/sites')).rejects.toThrow('aborted')
  })
})
