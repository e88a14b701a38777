import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { onFile } from '../testing/credential-matrix.ts'
import { LocalScans } from '../testing/local-scans.ts'
import type { TestApp } from '../testing/start-test-app.ts'
import { heldPage, page } from '../testing/web-site.ts'
import { OpenStreams } from './open-streams.ts'

let service: LocalScans
let scans: LocalScans
let app: TestApp
let address: string
let release: () => void

beforeAll(async () => {
  service = await LocalScans.start()
  ;({ app } = service)
})

beforeEach(async () => {
  scans = await service.another()
  const held = heldPage(page('Home'))
  release = held.release
  const started = await scans.start(await scans.site({ '/': held.answer }))
  await held.asked
  address = `${app.url}/api/v1/scan/${String(started.body.data.id)}`
})

afterEach(async () => {
  release()
  await app.app.services.jobs.onIdle()
  await scans[Symbol.asyncDispose]()
})

afterAll(() => service[Symbol.asyncDispose]())

const watch = (token: string) =>
  fetch(address, { headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' } })

describe('an open stream', () => {
  it('ends with the key that opened it', async () => {
    const session = await app.session(scans.org)
    const made = await app.api('POST', '/keys', {
      token: session,
      body: { scopes: ['sites:read'] },
    })
    const stream = await watch(String(made.body.data['key']))
    expect(stream.status).toBe(200)
    const ended = stream.text()
    await app.api('DELETE', `/keys/${String(made.body.data.id)}`, { token: session })
    expect(await ended).not.toMatch(/event: (?:done|failed)/)
    expect((await watch(String(made.body.data['key']))).status).toBe(401)
  })

  it('ends with the session that opened it', async () => {
    const session = await app.session(scans.org)
    const stream = await watch(session)
    const ended = stream.text()
    await app.api('DELETE', '/auth/session', { token: session })
    expect(await ended).not.toMatch(/event: (?:done|failed)/)
  })

  it('ends with the session in the cookie that opened it', async () => {
    const session = await app.session(scans.org)
    const headers = {
      cookie: `citable=${session}`,
      'sec-fetch-site': 'same-origin',
      accept: 'text/event-stream',
    }
    expect(
      (await fetch(address, { headers: { ...headers, 'sec-fetch-site': 'none' } })).status,
    ).toBe(401)
    const stream = await fetch(address, { headers })
    expect(stream.headers.get('content-type')).toContain('text/event-stream')
    const ended = stream.text()
    await app.api('DELETE', '/auth/session', { token: session })
    expect(await ended).not.toMatch(/event: (?:done|failed)/)
  })

  it('ends where its session goes on in another organization', async () => {
    const session = await app.session(scans.org)
    const { id: orgId } = await app.org()
    onFile(app, (file) =>
      file
        .prepare("INSERT INTO member (org_id, user_id, role) VALUES (?, ?, 'viewer')")
        .run(orgId, scans.org.userId),
    )
    const stream = await watch(session)
    const ended = stream.text()
    const moved = await app.api('PUT', '/auth/session', { token: session, body: { orgId } })
    expect(moved.status).toBe(200)
    expect(await ended).not.toMatch(/event: (?:done|failed)/)
  })

  it('counts among twenty of its key, and other keys have their own', async () => {
    const open = Array.from({ length: 20 }, () => watch(scans.key))
    for (const stream of open) expect((await stream).status).toBe(200)
    const refused = await watch(scans.key)
    expect(refused.status).toBe(429)
    expect(await refused.json()).toMatchObject({ error: { code: 'RATE_LIMITED' } })
    const other = await app.key(scans.org)
    expect((await watch(other)).status).toBe(200)
    await (await open[0])?.body?.cancel()
    await expect.poll(async () => (await watch(scans.key)).status).toBe(200)
  })
})

describe('streams', () => {
  it('are refused beyond a thousand in all', async () => {
    const streams = new OpenStreams()
    const ends: (() => void)[] = []
    const sent = Array.from({ length: 1_000 }, (_, number) =>
      streams.during(`key ${number}`, () => new Promise((resolve) => ends.push(resolve))),
    )
    const oneMore = () => streams.during('key 1000', () => Promise.resolve())
    await expect(oneMore()).rejects.toThrow('Too many streams')
    ends[0]?.()
    await sent[0]
    await oneMore()
    for (const end of ends) end()
    await Promise.all(sent)
  })
})
