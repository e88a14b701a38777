import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestApp } from '../testing/start-test-app.ts'

let app: TestApp
let html: string

beforeAll(async () => {
  app = await TestApp.start()
  html = await (await fetch(`${app.url}/app/`)).text()
})

afterAll(() => app[Symbol.asyncDispose]())

interface Asked {
  method?: string
  headers?: Record<string, string>
}

/** Sends a request, and does not unpack the answer, as `fetch` would. */
async function ask(path: string, { method = 'GET', headers = {} }: Asked = {}) {
  const outgoing = httpRequest(`${app.url}${path}`, { method, headers, agent: false })
  outgoing.end()
  // @NOTE a request of Node answers so.
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
  return {
    status: incoming.statusCode ?? 0,
    headers: incoming.headers,
    bytes: await buffer(incoming),
  }
}

const addressesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\/app\/files\/[\w.-]+/g)].map(([address]) => address)),
]

describe('the files of the page', () => {
  it('are kept for ever, and packed as their client takes it', async () => {
    const [script = ''] = addressesIn(html).filter((address) => address.endsWith('.js'))
    const plain = await ask(script)
    expect(plain.status).toBe(200)
    expect(plain.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding',
    })
    for (const [coding, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const packed = await ask(script, { headers: { 'accept-encoding': coding } })
      expect(packed.headers['content-encoding']).toBe(coding)
      expect(packed.headers['content-length']).toBe(String(packed.bytes.length))
      expect(packed.headers.etag).not.toBe(plain.headers.etag)
      const again = await ask(script, {
        headers: { 'accept-encoding': coding, 'if-none-match': packed.headers.etag ?? '' },
      })
      expect([again.status, again.bytes.length]).toEqual([304, 0])
      expect(unpack(packed.bytes).equals(plain.bytes)).toBe(true)
    }
    const head = await ask(script, { method: 'HEAD' })
    expect([head.status, head.headers['content-length'], head.bytes.length]).toEqual([
      200,
      String(plain.bytes.length),
      0,
    ])
  })

  it('of another version are not there, and no page in their place', async () => {
    for (const name of ['dashboard-main-OLD00000.js', '../index.html', 'dashboard.html', '']) {
      const { status, headers } = await ask(`/app/files/${encodeURIComponent(name)}`)
      expect([name, status, headers['content-type']]).toEqual([
        name,
        404,
        'application/json; charset=utf-8',
      ])
    }
  })

  it('weigh little: all of the first view with the overview is under 60 kB, and the style under 10', async () => {
    const named = addressesIn(html)
    const styles = named.filter((address) => address.endsWith('.css'))
    const weigh = async (address: string): Promise<number> =>
      gzipSync((await ask(address)).bytes, { level: 9 }).length
    const main = named.filter((address) => address.endsWith('.js'))
    const source = (
      await Promise.all(main.map(async (one) => (await ask(one)).bytes.toString()))
    ).join('\n')
    const pages = [...source.matchAll(/dashboard-(?:sites|overview)-\w+\.js/g)].map(
      ([name]) => `/app/files/${name}`,
    )
    expect(pages.length).toBeGreaterThanOrEqual(2)
    const loaded = new Set([...main, ...pages])
    for (const address of loaded) {
      const text = (await ask(address)).bytes.toString()
      for (const [, name] of text.matchAll(/from"\.\/(dashboard-[\w-]+\.js)"/g)) {
        loaded.add(`/app/files/${name ?? ''}`)
      }
    }
    const scripts = await Promise.all([...loaded].map(weigh))
    expect(scripts.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(60_000)
    expect(await weigh(styles[0] ?? '')).toBeLessThan(10_000)
  })
})

describe('the page', () => {
  it.each(['/app', '/app/', '/app/s/site_none?range=7d', '/app/no/such/page'])(
    'is what %s answers, and asked for again each time',
    async (path) => {
      const { status, headers, bytes } = await ask(path)
      expect([status, headers['cache-control']]).toEqual([200, 'no-cache'])
      expect(bytes.toString()).toContain('<div id="app"></div>')
      const policy = String(headers['content-security-policy'])
      for (const part of ["default-src 'none'", "script-src 'self'", "trusted-types 'none'"]) {
        expect(policy).toContain(part)
      }
      const again = await ask(path, { headers: { 'if-none-match': headers.etag ?? '' } })
      expect(again.status).toBe(304)
    },
  )

  it.each([
    ['setup', 'This link makes you the owner'],
    ['accept-invitation', 'With this link you accept an invitation'],
    ['reset-password', 'With this link you set a new password'],
    ['sites', 'This is Citable'],
  ])('says without scripts what the link %s is, and what to do', async (link, words) => {
    const text = (await ask(`/app/${link}`)).bytes.toString()
    const told = /<noscript>(.*)<\/noscript>/s.exec(text)?.[1] ?? ''
    expect(told).toContain(words)
    expect(told).toContain('JavaScript')
  })

  it('takes no other method, and no second host', async () => {
    expect((await ask('/app/', { method: 'POST' })).status).toBe(405)
    expect((await ask('/app/', { headers: { host: 'a.example, b.example' } })).status).toBe(400)
  })

  it('is where a browser is led from the address of the server, and nothing else is', async () => {
    const browser = await ask('/', { headers: { accept: 'text/html,*/*;q=0.8' } })
    expect([browser.status, browser.headers.location]).toEqual([303, '/app/'])
    expect((await ask('/', { headers: { accept: '*/*' } })).headers.location).not.toBe('/app/')
  })
})
