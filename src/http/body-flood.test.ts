import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TestApp, type TestOrg } from '../testing/start-test-app.ts'

const BODY_BYTES = 5 * 1_024 * 1_024

let app: TestApp
let sockets: Socket[]

beforeAll(async () => {
  app = await TestApp.start()
})

beforeEach(() => {
  sockets = []
})

afterEach(() => {
  for (const socket of sockets) socket.destroy()
})

afterAll(() => app[Symbol.asyncDispose]())

/** Sends all of a body except its last byte; returns the status, once one comes. */
function unfinished(path: string, token: string, body: Buffer): Promise<number> {
  const { hostname, port } = new URL(app.url)
  const socket = connect(Number(port), hostname)
  sockets.push(socket)
  const answered = once(socket, 'data').then(([chunk]: unknown[]) =>
    Number(String(chunk).slice(9, 12)),
  )
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/x-ndjson',
    `Content-Length: ${body.length + 1}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  socket.write(body)
  return answered
}

const importPath = async (org: TestOrg): Promise<string> =>
  `/api/v1/prompts/${await app.site(await app.key(org))}/import`

describe('imports that never end', () => {
  it('are refused before their body where the key lacks the scope, and nothing of them is held', async () => {
    const org = await app.org('enterprise')
    const path = await importPath(org)
    const token = await app.key(org, ['analytics:read'])
    const answers = [1, 2, 3, 4].map(() => unfinished(path, token, Buffer.alloc(1)))
    expect(await Promise.all(answers)).toEqual([403, 403, 403, 403])
  })

  it('are held up to 16 MiB of one key, and the next is refused while others are answered', async () => {
    const org = await app.org('enterprise')
    const path = await importPath(org)
    const token = await app.key(org)
    const body = Buffer.alloc(BODY_BYTES - 1)
    expect(await Promise.race([1, 2, 3, 4].map(() => unfinished(path, token, body)))).toBe(429)
    const other = await app.key(await app.org('enterprise'))
    expect((await app.api('GET', '/sites', { token: other })).status).toBe(200)
    for (const socket of sockets) socket.destroy()
    for (const socket of sockets) if (!socket.closed) await once(socket, 'close')
    const small = () =>
      app.api('POST', path.slice('/api/v1'.length), { token, body: { records: [{}] } })
    await expect.poll(async () => (await small()).status).toBe(200)
  })
})

describe('a body that would take long to parse', () => {
  const many = (count: number, text: string): string => Array(count).fill(text).join(',')

  it.each([
    ['objects', many(1_000_000, '{}')],
    ['nested lists', many(300, `${'['.repeat(1_000)}${']'.repeat(1_000)}`)],
    ['fields', `{${many(400_000, '"k":1')}}`],
    ['numbers', `[${many(2_000_000, '1')}]`],
  ])('is refused before it is parsed: %s', async (_, records) => {
    const org = await app.org('enterprise')
    const path = (await importPath(org)).slice('/api/v1'.length)
    const token = await app.key(org)
    const sent = { token, body: `{"records":[${records}]}` }
    const { status, body } = await app.api('POST', path, sent)
    expect([status, body.error?.code]).toEqual([413, 'BODY_TOO_LARGE'])
    const lines = { ...sent, body: records, headers: { 'content-type': 'application/x-ndjson' } }
    expect((await app.api('POST', path, lines)).status).toBe(413)
  })

  it('is not one whose commas and brackets stand within texts of a common length', async () => {
    const org = await app.org('enterprise')
    const path = (await importPath(org)).slice('/api/v1'.length)
    const token = await app.key(org)
    const template = 'Tents, [stoves](https://example.com), and maps: what, if anything, is new? '
    const records = Array.from({ length: 2_000 }, (_, page) => ({
      path: `/${page}`,
      templates: [{ kind: 'ask', template: template.repeat(25) }],
    }))
    expect((await app.api('POST', path, { token, body: { records } })).status).toBe(200)
  })
})

it('a body in thousands of tiny chunks is refused, on each way in', async () => {
  const token = await app.key(await app.org())
  for (const path of ['/api/v1/sites', '/api/v1/collect', '/mcp/data']) {
    const { hostname, port } = new URL(app.url)
    const socket = connect(Number(port), hostname)
    sockets.push(socket)
    const answered = once(socket, 'data')
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    )
    socket.write('1\r\na\r\n'.repeat(5_000))
    const [answer] = (await answered) as [Buffer]
    expect([path, String(answer).slice(9, 12)]).toEqual([path, '413'])
    expect(String(answer)).toMatch(/^connection: close\r$/im)
  }
})

it('a refusal names a hundred fields, and how many more there are', async () => {
  const token = await app.key(await app.org())
  const unknown = Object.fromEntries(Array.from({ length: 9_000 }, (_, i) => [`k${i}`, 1]))
  const site = { url: 'https://flooded.example/', ...unknown }
  const { body } = await app.api('POST', '/sites', { token, body: site })
  expect(body.error?.fields).toHaveLength(101)
  expect(body.error?.fields.at(-1)).toMatchObject({ code: 'too_many', message: 'And 8900 more' })
  const long = { [`k${'x'.repeat(90_000)}`]: 1 }
  const answer = await app.api('POST', '/sites', { token, body: long })
  expect(JSON.stringify(answer.body).length).toBeLessThan(1_000)
})
