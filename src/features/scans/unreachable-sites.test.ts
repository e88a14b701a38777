import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ScanAnswer } from '../../testing/local-scans.ts'
import { TestApp } from '../../testing/start-test-app.ts'
import { page, WebSite } from '../../testing/web-site.ts'

const ADDRESSES: Readonly<Record<string, string>> = {
  'inside.example': '10.1.2.3',
  'plain.example': '127.0.0.1',
  'silent.example': '127.0.0.1',
}

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start({
    environment: { ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8', SCAN_TIMEOUT_MS: '2000' },
    resolve: (name) =>
      ADDRESSES[name]
        ? Promise.resolve([{ address: ADDRESSES[name], family: 4 }])
        : Promise.reject(Object.assign(new Error('No such name'), { code: 'ENOTFOUND' })),
  })
})

afterAll(() => app[Symbol.asyncDispose]())

/** Scans a site by its name; returns how the scan ended. */
async function scanNamed(url: string) {
  const token = await app.key(await app.org())
  const siteId = await app.site(token, { url })
  const { body } = await app.api('POST', '/scan', { token, body: { siteId } })
  await app.app.services.jobs.onIdle()
  const ended = await app.api('GET', `/scan/${String(body.data.id)}`, { token })
  // @NOTE a wrong shape fails the expectation that reads it.
  const { state, error } = ended.body.data as unknown as ScanAnswer
  return [state, error?.code, error?.retryable]
}

describe('a site that cannot be reached', () => {
  it('a site whose name has no address fails with DNS_FAILED', async () => {
    expect(await scanNamed('http://nobody.example/')).toEqual(['failed', 'DNS_FAILED', true])
  })

  it('a site at a private address fails with BLOCKED_ADDRESS', async () => {
    const end = await scanNamed('http://inside.example/')
    expect(end).toEqual(['failed', 'BLOCKED_ADDRESS', false])
  })

  it('a site that speaks no TLS fails with TLS_ERROR', async () => {
    await using web = await WebSite.start({ '/': page('Home') })
    const end = await scanNamed(`https://plain.example:${new URL(web.url).port}/`)
    expect(end).toEqual(['failed', 'TLS_ERROR', false])
  })

  it('a site that never answers fails with TIMEOUT', async () => {
    const silent = createServer(() => undefined)
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    // @NOTE it listens on a port.
    const { port } = silent.address() as AddressInfo
    const end = await scanNamed(`http://silent.example:${port}/`)
    silent.close()
    expect(end).toEqual(['failed', 'TIMEOUT', true])
  })
})
