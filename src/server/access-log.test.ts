import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../domain/ids.ts'
import { createLogger, logOutput } from '../lib/logger.ts'
import { LocalScans } from '../testing/local-scans.ts'
import { mcpRequest, postMcp } from '../testing/mcp-post.ts'
import type { TestApp } from '../testing/start-test-app.ts'
import { page } from '../testing/web-site.ts'

type Line = Record<string, unknown> & { level: number; msg: string }

let service: LocalScans
let app: TestApp
/** The number of lines that were logged before the test. */
let before: number

beforeAll(async () => {
  service = await LocalScans.start()
  ;({ app } = service)
})

beforeEach(() => {
  before = app.logs.length
})

afterAll(() => service[Symbol.asyncDispose]())

const lines = (): Line[] => app.logs.slice(before).map((line) => JSON.parse(line) as Line)

const requests = () =>
  lines()
    .filter(({ msg }) => msg === 'request')
    .map((line) => ({ ...line, time: undefined }))

/** Returns what the test logged, once the lines of `count` requests are written, which come after their answers. */
async function linesOf(count: number): Promise<Line[]> {
  await expect.poll(() => requests().length).toBe(count)
  return lines()
}

const ANSWERED = {
  level: 30,
  msg: 'request',
  requestId: expect.stringMatching(/^req_/),
  ms: expect.any(Number),
}

describe('the log', () => {
  it('has a line for each request, by its route and who called', async () => {
    const org = await app.org()
    const [key, session] = [await app.key(org), await app.session(org)]
    const site = await app.site(key)
    await app.api('GET', `/sites/${site}`, { token: session })
    await app.api('GET', '/sites?zz=secret-of-mine')
    await app.api('GET', '/nowhere/secret-of-mine', { token: key })
    await app.collect(site, [{ kind: 'pageview', url: 'https://example.com/secret-of-mine' }])
    const list = mcpRequest('legacy', { method: 'tools/list' })
    await postMcp(app, 'data', list, key)
    await postMcp(app, 'data', list, 'ctbk_secret-of-mine')
    const logged = await linesOf(7)
    const keyId = expect.stringMatching(/^key_/)
    expect(requests()).toEqual([
      { ...ANSWERED, method: 'POST', route: '/api/v1/sites', status: 201, keyId },
      { ...ANSWERED, method: 'GET', route: '/api/v1/sites/:id', status: 200, userId: org.userId },
      { ...ANSWERED, method: 'GET', route: '/api/v1/sites', status: 401, code: 'UNAUTHENTICATED' },
      { ...ANSWERED, method: 'GET', status: 404, code: 'NOT_FOUND', keyId },
      { ...ANSWERED, method: 'POST', route: '/api/v1/collect', status: 202 },
      { ...ANSWERED, method: 'POST', route: '/mcp/data', status: 200, keyId },
      { ...ANSWERED, method: 'POST', route: '/mcp/data', status: 401, code: 'INVALID_CREDENTIAL' },
    ])
    expect(JSON.stringify(logged)).not.toMatch(/secret-of-mine|127\.0\.0\.1"/)
  })

  it('has nothing of health checks', async () => {
    await fetch(`${app.url}/healthz`)
    await fetch(`${app.url}/readyz`)
    await app.api('GET', '/nowhere')
    await linesOf(1)
    expect(requests()).toEqual([{ ...ANSWERED, method: 'GET', status: 404, code: 'NOT_FOUND' }])
  })

  it('says that somebody could not sign in, and not with what', async () => {
    const { context, database } = app.app.services
    const userId = newId('usr', app.clock.now())
    await database.accounts.createOwner({
      organization: { id: newId('org', 0), name: 'Anna’s', plan: 'pro', created_at: 0 },
      user: {
        id: userId,
        email: 'anna@example.com',
        password_hash: await context.passwords.hash('another-one'),
        created_at: 0,
      },
    })
    const body = { email: 'anna@example.com', password: 'secret-of-mine' }
    await app.api('POST', '/auth/sign-in', { body })
    await app.api('POST', '/auth/sign-in', { body: { ...body, email: 'nobody@example.com' } })
    const logged = await linesOf(2)
    const refused = logged.filter(({ msg }) => msg === 'sign-in refused')
    const client = expect.stringMatching(/^[\w-]{16}$/)
    expect(refused).toMatchObject([{ level: 40, userId, client }, { client }])
    expect(refused[1]).not.toHaveProperty('userId')
    expect(JSON.stringify(logged)).not.toMatch(/secret-of-mine|@example\.com/)
  })

  it('says how scans ended, and why one failed', async () => {
    await using scans = await service.another()
    const good = await scans.site({ '/': page('Home') })
    await scans.start(good)
    await app.app.services.jobs.onIdle()
    scans.web.pages.set('/', (_, response) => response.writeHead(500).end())
    await scans.start(good)
    await app.app.services.jobs.onIdle()
    await linesOf(3)
    const ends = lines().filter(({ msg }) => msg.startsWith('scan '))
    expect(ends).toMatchObject([
      { level: 30, msg: 'scan ended', siteId: good, state: 'succeeded' },
      { level: 40, msg: 'scan failed', siteId: good, state: 'failed', code: 'HTTP_STATUS' },
    ])
  })
})

describe('lines of the log', () => {
  const written = async (isTTY: boolean): Promise<string> => {
    const folder = mkdtempSync(join(tmpdir(), 'citable-log-'))
    const file = join(folder, 'log')
    const fd = openSync(file, 'w')
    try {
      const log = createLogger('info', await logOutput({ fd, isTTY }))
      log.info({ url: 'http://127.0.0.1:8700', token: 'x' }, 'listening')
      return readFileSync(file, 'utf8')
    } finally {
      closeSync(fd)
      rmSync(folder, { recursive: true })
    }
  }

  it('are JSON where a program may read them', async () => {
    const line = await written(false)
    expect(JSON.parse(line)).toMatchObject({ msg: 'listening', token: '[redacted]' })
  })

  it('are words for a person on a terminal', async () => {
    // eslint-disable-next-line no-control-regex -- colours
    const line = (await written(true)).replaceAll(/\u001B\[\d+m/g, '')
    expect(line).toMatch(
      /^\[\d\d:\d\d:\d\d\.\d{3}\] INFO: listening \{"url":"http:\/\/127\.0\.0\.1:8700","token":"\[redacted\]"\}\n$/,
    )
  })
})
