import { linkSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { takeServerLock } from '../../db/sqlite/server-lock.ts'
import { postMcp } from '../testing/mcp-post.ts'
import { TestApp } from '../testing/start-test-app.ts'

let app: TestApp
let key: string

beforeAll(async () => {
  app = await TestApp.start()
  key = await app.key(await app.org('enterprise'))
})
afterAll(() => app[Symbol.asyncDispose]())

/** Sends a request as it is, and returns the status of the answer. */
function statusOf(path: string, host: string, version = '1.1'): Promise<number> {
  const { hostname, port } = new URL(app.url)
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(Number(port), hostname, () => {
      const lines = [`Host: ${host}`, `Authorization: Bearer ${key}`, 'Connection: close']
      socket.write(`GET ${path} HTTP/${version}\r\n${lines.join('\r\n')}\r\n\r\n`)
    })
    socket.on('data', (bytes) => (text += bytes.toString()))
    socket.on('error', reject)
    socket.on('close', () => resolve(Number(text.split(' ')[1])))
  })
}

const PATHS = ['/api/v1/sites', '/mcp/data', '/api/v1/collect', '/healthz', '/readyz']

it('a Host that is none, and a version of HTTP that is not spoken, are 400', async () => {
  const none = [
    'a/b',
    'a b',
    'a@b',
    'a?b',
    'a#b',
    'a\\b',
    'a,b',
    'a:b',
    'a:99999',
    '[::1',
    '[v1.x]',
  ]
  for (const host of [...none, 'a..b', ':80', '%61.com', '[1.2.3.4]', '']) {
    for (const path of PATHS)
      expect([host, path, await statusOf(path, host)]).toEqual([host, path, 400])
  }
  for (const version of ['2.0', '0.9', '1.2', '9.9', '3']) {
    expect([version, await statusOf('/api/v1/sites', 'localhost', version)]).toEqual([version, 400])
  }
  for (const host of ['localhost', 'my_service:8700', '[::1]:80', '127.0.0.1', 'a.example.']) {
    expect([host, await statusOf('/api/v1/sites', host)]).toEqual([host, 200])
  }
})

it('a version of MCP that is none is 400, also in the first message of a session', async () => {
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'a', version: '1' },
  }
  for (const method of ['initialize', 'tools/list', 'ping']) {
    for (const version of ['1999-01-01', '2025-11-26', 'garbage', '1', '2025-11-25, 2025-11-25']) {
      const headers = { 'mcp-protocol-version': version, 'content-type': 'application/json' }
      const body = { jsonrpc: '2.0', id: 1, method, params: method === 'initialize' ? params : {} }
      const { status } = await postMcp(app, 'data', { headers, body }, key)
      expect([method, version, status]).toEqual([method, version, 400])
    }
  }
})

it('hosts that are none are 422, for sites and for domains', async () => {
  const site = await app.site(key, { domain: 'own.example' })
  const session = await app.session(await app.org('enterprise'))
  const mine = await app.site(session, { domain: 'mine.example' })
  expect(site).not.toBe(mine)
  const label = `${'a'.repeat(64)}.com`
  for (const host of [
    'a..b',
    '-x.com',
    'x-.com',
    'under_score.com',
    'a b.com',
    '1.2.3',
    '0x7f.1',
    label,
    '*.x.com',
    'x,y.com',
    '.x.com',
    'x..',
  ]) {
    const made = await app.api('POST', '/sites', {
      token: key,
      body: { domain: host, scan: false },
    })
    const added = await app.api('POST', `/sites/${mine}/domains`, {
      token: session,
      body: { host },
    })
    expect([host, made.status, added.status]).toEqual([host, 422, 422])
  }
  for (const host of ['münchen.example', 'x.example.', 'a-b.c1.example']) {
    const made = await app.api('POST', '/sites', {
      token: key,
      body: { domain: host, scan: false },
    })
    expect([host, made.status]).toEqual([host, 201])
  }
})

it('a database with a second name is served under neither', () => {
  const folder = mkdtempSync(join(tmpdir(), 'links-'))
  const [file, link] = [join(folder, 'a.db'), join(folder, 'b.db')]
  writeFileSync(file, '')
  {
    using lock = takeServerLock(file)
    expect(lock).toBeDefined()
    linkSync(file, link)
    expect(() => takeServerLock(link)).toThrow(`${link} has another name on this disk`)
  }
  expect(() => takeServerLock(file)).toThrow(`find / -samefile ${file} shows its names`)
  rmSync(link)
  using next = takeServerLock(file)
  expect(next).toBeDefined()
  rmSync(folder, { recursive: true })
})

it('a domain has no port, and says so rather than lose it; the usual ports are none', async () => {
  const session = await app.session(await app.org('enterprise'))
  const site = await app.site(session, { domain: 'portless.example' })
  const send = async (method: string, path: string, body: object) => {
    const answer = await app.api(method, path, { token: session, body })
    return answer.body.error?.fields.map((field) => `${field.path} ${field.code}`) ?? answer.status
  }
  for (const [i, end] of [':8080', ':8080/start', ':0', ':65535/?a#b'].entries()) {
    for (const start of [`p${i}.example`, `https://p${i}.example`, `http://www.p${i}.example`]) {
      const host = `${start}${end}`
      const added = [
        await send('POST', '/sites', { domain: host, scan: false }),
        await send('POST', `/sites/${site}/domains`, { host }),
        await send('PUT', `/sites/${site}`, { aliases: [host] }),
      ]
      const refused = ['domain', 'host', 'aliases[0]'].map((path) => [`${path} port_in_domain`])
      expect({ host, added }).toEqual({ host, added: refused })
    }
  }
  for (const host of [
    'u1.example:443',
    'u2.example:80',
    'https://u3.example:443/a',
    'u4.example:',
  ]) {
    const made = await send('POST', '/sites', { domain: host, scan: false })
    const added = await send('POST', `/sites/${site}/domains`, {
      host: `a.${host.replace(/^https:\/\//, '')}`,
    })
    expect({ host, made, added }).toEqual({ host, made: 201, added: 201 })
  }
})
