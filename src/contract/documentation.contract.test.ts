import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MCP_SERVERS } from '../../tools/index.ts'
import { DOCS_PATHS } from '../http/docs-routes.ts'
import { openApiDocument } from '../http/openapi.ts'
import { serverAddress } from '../kernel/assistants/server-definition.ts'
import { addressOf } from '../kernel/door/surface.ts'
import { OPERATIONS } from '../server/operations.ts'
import { TestApp } from '../testing/start-test-app.ts'

const PAGES = ['/docs', '/docs/api', '/docs/errors']
const PUBLIC_URL = 'https://citable.example'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start({ environment: { PUBLIC_URL } })
})
afterAll(() => app[Symbol.asyncDispose]())

const read = async (path: string): Promise<string> => (await fetch(`${app.url}${path}`)).text()

/** Asks as a browser does; `fetch` of Node adds that it wants no copy. */
async function ask(path: string, headers: Record<string, string>): Promise<IncomingMessage> {
  const asked = request(`${app.url}${path}`, { headers, agent: false }).end()
  // @NOTE `response` comes with the answer.
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  return answer.resume()
}

/** Lists the addresses that a page loads or links to. */
const addressesIn = (html: string): string[] =>
  [...html.matchAll(/\b(?:src|href)="([^"]*)"/g)].map(([, address = '']) => address)

describe.each(PAGES)('%s', (path) => {
  it('holds no script and no style of its own, and nothing that runs by an attribute', async () => {
    const html = await read(path)
    expect(html).not.toMatch(/<style|\sstyle=|\son[a-z]+=|javascript:/i)
    const scripts = [...html.matchAll(/<script([^>]*)>([^<]*)<\/script>/g)]
    for (const [, attributes, text] of scripts) {
      expect(attributes).toMatch(/ src="\//)
      expect(text).toBe('')
    }
    expect(html.match(/<script/g) ?? []).toHaveLength(scripts.length)
  })

  it('loads and names nothing that is not of this server', async () => {
    const addresses = addressesIn(await read(path)).filter((address) => address !== 'data:,')
    expect(addresses.length).toBeGreaterThan(2)
    for (const address of addresses) {
      expect(address).toMatch(/^\/(?!\/)/)
      expect([address, (await fetch(`${app.url}${address}`)).status]).toEqual([address, 200])
    }
  })

  it('leads to every other page', async () => {
    expect(addressesIn(await read(path))).toEqual(expect.arrayContaining(PAGES))
  })

  it('says to browsers what a page may do', async () => {
    const { headers } = await fetch(`${app.url}${path}`)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).not.toMatch(/unsafe|http|\*/)
    for (const rule of [
      "default-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]) {
      expect(policy.split(';')).toContain(rule)
    }
    expect(policy.includes('script-src')).toBe(path === '/docs/api')
    expect(Object.fromEntries(headers)).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
  })
})

it('files of the documentation are kept by browsers, and asked about each time', async () => {
  for (const path of DOCS_PATHS) {
    const { headers } = await fetch(`${app.url}${path}`)
    expect([path, headers.get('cache-control')]).toEqual([path, 'no-cache'])
  }
  const path = '/docs/api/swagger-ui-bundle.js'
  const etag = (await fetch(`${app.url}${path}`)).headers.get('etag') ?? ''
  const again = await ask(path, { 'if-none-match': etag })
  expect(again.statusCode).toBe(304)
})

it('the reference shows our own description, and asks nobody else about it', async () => {
  const script = await read('/docs/api/reference.js')
  expect(script).toContain("url: '/openapi.json'")
  expect(script).toContain('validatorUrl: null')
  expect(script).not.toMatch(/https?:/)
})

it('/llms.txt names every route, server and page by its whole address', async () => {
  const text = await read('/llms.txt')
  for (const http of OPERATIONS.flatMap((operation) => operation.http ?? [])) {
    expect(text).toContain(`\`${http.method.toUpperCase()} ${addressOf(http)}\``)
  }
  for (const server of MCP_SERVERS)
    expect(text).toContain(`(${PUBLIC_URL}${serverAddress(server)})`)
  for (const path of ['/openapi.json', '/docs/api', '/docs/errors']) {
    expect(text).toContain(`(${PUBLIC_URL}${path})`)
  }
  expect(text).toContain('citable key create')
  expect(text).not.toMatch(/undefined|ctb[ks]_/)
})

it('/llms.txt is the same for who has a key and a site', async () => {
  const before = await read('/llms.txt')
  const token = await app.key(await app.org('business', 'Tea & Sons'))
  await app.site(token)
  const answer = await fetch(`${app.url}/llms.txt`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(await answer.text()).toBe(before)
})

it('every tag of the description says what it is about', () => {
  const tags = openApiDocument(OPERATIONS, '1.0.0')['tags']
  expect(tags).toEqual(
    // @NOTE what `TAG_DESCRIPTIONS` lacks is named by its tag here.
    (tags as { name: string }[]).map(({ name }) => ({ name, description: expect.any(String) })),
  )
})
