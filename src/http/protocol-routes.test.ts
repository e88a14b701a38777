import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestApp } from '../testing/start-test-app.ts'
import { PROTOCOL_DOCUMENTS } from '../kernel/wire/protocol-documents.ts'
import { PROTOCOL_PATHS } from './protocol-routes.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})
afterAll(() => app[Symbol.asyncDispose]())

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${app.url}${path}`, { headers: { origin: 'https://anybody.example', ...headers } })

it('has every text, schema, vector and data file of the protocol', () => {
  const folders = ['spec', 'spec/schemas/1.0', 'spec/vectors', 'data']
  const files = folders.flatMap((folder) =>
    readdirSync(`src/protocol/${folder}`)
      .filter((name) => /\.(?:json|md)$/.test(name))
      .map((name) => `src/protocol/${folder}/${name}`),
  )
  expect(PROTOCOL_DOCUMENTS.map(({ source }) => source).toSorted()).toEqual(files.toSorted())
})

describe.each(PROTOCOL_DOCUMENTS)('$path', ({ path, source, type, isFixed }) => {
  it('is the file, for pages of any origin, and is asked for again only where it may change', async () => {
    const answer = await get(path)
    expect(await answer.text()).toBe(readFileSync(source, 'utf8'))
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': type,
      'access-control-allow-origin': '*',
      'cache-control': expect.stringMatching(isFixed ? /immutable$/ : /^public, max-age=86400/),
    })
    const etag = answer.headers.get('etag') ?? ''
    const again = await get(path, { 'if-none-match': etag })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
    expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200)
  })
})

describe('the specification as a page', () => {
  it.each(['/protocol/1.0', '/protocol/1.0/', '/protocol/1.0/spec'])('%s', async (path) => {
    const answer = await get(path)
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
    const html = await answer.text()
    expect(html).toContain('<h1 id="ask-ai-protocol-1-0">Ask AI Protocol 1.0</h1>')
    expect(html).toContain('<h2 id="2-discovery">2. Discovery</h2>')
    expect(html).not.toMatch(/<(?:script|style)\b/)
    const etag = answer.headers.get('etag') ?? ''
    expect((await get(path, { 'if-none-match': etag })).status).toBe(304)
  })

  it('names each anchor once', async () => {
    const html = await (await get('/protocol/1.0')).text()
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(ids.length).toBeGreaterThan(10)
    expect(new Set(ids).size).toBe(ids.length)
  })
})

it.each([
  '/protocol',
  '/protocol/2.0/spec.md',
  '/protocol/1.0/schemas/nothing.json',
  '/protocol/1.0/schemas/..%2f..%2f..%2f..%2fpackage.json',
  '/protocol/1.0/vectors/%2e%2e/%2e%2e/data/targets.json',
  '/api/v1/protocol/1.0/spec.md',
])('%s is nothing', async (path) => {
  expect((await get(path)).status).toBe(404)
})

it('takes no other method', async () => {
  const statuses = await Promise.all(
    PROTOCOL_PATHS.slice(0, 3).map(async (path) => {
      const { status } = await fetch(`${app.url}${path}`, { method: 'POST', body: '{}' })
      return status
    }),
  )
  expect(statuses).toEqual([404, 404, 404])
})
