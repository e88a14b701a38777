import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hashToken } from '../../kernel/credentials/tokens.ts'
import { systemClock } from '../../lib/time/clock.ts'
import { DataFolder } from '../../testing/data-folder.ts'
import { copyMigrated } from '../../testing/new-data-directory.ts'
import {
  connect,
  consentTo,
  newVerifier,
  REDIRECT,
  registerTestClient,
  sendForm,
  TestBrowser,
  toolsBy,
  type TestClient,
  type TokenAnswer,
} from '../../testing/oauth-flow.ts'
import type { Failpoint, ServerChild } from '../../testing/server-child.ts'
import { TestApp } from '../../testing/start-test-app.ts'
import { inspectData } from '../../testing/stored-events.ts'

const KILLS = 6
/** The number of processes of one client that hold the same refresh token. */
const PROCESSES = 3

let data: DataFolder
/** The environment of every server. A grant is for an address with its port, so each server must have the same one. */
let environment: Record<string, string>
let client: TestClient

beforeEach(async () => {
  data = new DataFolder()
  copyMigrated(data.path)
  const port = await freePort()
  environment = { PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` }
})

afterEach(() => data[Symbol.dispose]())

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' ? String(address?.port) : ''
}

const serve = (failpoint?: Failpoint): Promise<ServerChild> =>
  data.serve({ environment, ...(failpoint && { failpoint }) })

/** Starts a server, lets a person grant access as far as `to` does, and stops the server. */
async function granted<T>(
  to: (app: TestApp, consent: { browser: TestBrowser; client: TestClient }) => Promise<T>,
): Promise<T> {
  const startAt = new Date(systemClock()).toISOString()
  await using app = await TestApp.start({ directory: data.path, environment, startAt })
  const session = await app.session(await app.org('business'))
  await app.site(session)
  client = await registerTestClient(app)
  return await to(app, { browser: new TestBrowser(app, session), client })
}

let sent = 0
/** Sends a request for tokens, each time from another address, since requests are counted by address. */
const ask = (server: ServerChild, fields: Readonly<Record<string, string>>) => {
  const address = `10.0.${(++sent >> 8) & 255}.${sent & 255}`
  return sendForm(server, '/token', { ...client, ...fields }, { 'x-forwarded-for': address })
}

const refresh = (server: ServerChild, token: string): Promise<TokenAnswer> =>
  ask(server, { grant_type: 'refresh_token', refresh_token: token })

interface TokenRow {
  hash: Buffer
  kind: string
  replaced_at: number | null
}

/** Reads the stored tokens of the one grant. Throws unless the file and each pair of tokens are whole. */
function stored() {
  return inspectData(data.path, (db) => {
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    const rows = db.prepare<[], TokenRow>('SELECT hash, kind, replaced_at FROM oauth_token').all()
    const refreshes = rows.filter(({ kind }) => kind === 'refresh')
    const live = refreshes.filter(({ replaced_at }) => replaced_at === null)
    expect(rows.length).toBe(2 * refreshes.length)
    const revokedAt = db
      .prepare("SELECT revoked_at FROM api_key WHERE kind = 'oauth'")
      .pluck()
      .get()
    const has = (token = '') => rows.some(({ hash }) => hash.equals(hashToken(token)))
    return { pairs: refreshes.length, live: live.length, isEnded: revokedAt !== null, has }
  })
}

const STORES = 'insert into "?oauth_token"?'

/** The milliseconds from the requests of a round until the server is killed. */
const MOMENT = fc.noBias(
  fc.record({ rounds: fc.integer({ min: 1, max: 40 }), afterMs: fc.integer({ min: 1, max: 16 }) }),
)
type Moment = typeof MOMENT extends fc.Arbitrary<infer T> ? T : never

/** Redeems one token after the other until the server is killed; returns the token that was in use then. */
async function refreshUntilKilled(
  first: string,
  pairByToken: Map<string, string>,
  { rounds, afterMs }: Moment,
): Promise<string> {
  await using server = await serve()
  let token = first
  for (let round = 0; ; round += 1) {
    const waiting = Promise.allSettled(
      Array.from({ length: PROCESSES }, () => refresh(server, token)),
    )
    if (round === rounds) {
      await delay(afterMs)
      await server.kill()
    }
    for (const answer of await waiting) {
      if (answer.status === 'rejected') continue
      const { status, body } = answer.value
      expect([status, body.error]).toEqual([200, undefined])
      const pair = `${body.access_token} ${body.refresh_token}`
      expect(pairByToken.get(token) ?? pair).toBe(pair)
      pairByToken.set(token, pair)
    }
    if (round === rounds) return token
    token = pairByToken.get(token)?.split(' ')[1] ?? ''
  }
}

describe('a kill while a refresh token is redeemed', () => {
  it.each<[string, Failpoint, number]>([
    [
      'when it was marked alone',
      { statement: 'update "?oauth_token"?', moment: 'after statement' },
      1,
    ],
    ['before the pair is stored', { statement: STORES, moment: 'before commit' }, 1],
    ['after it, before the answer', { statement: STORES, moment: 'after commit' }, 2],
  ])('%s: it gets its pair after all, and that works on', async (_, failpoint, pairs) => {
    const first = await granted(connect)
    {
      await using server = await serve(failpoint)
      await expect(refresh(server, first.refresh)).rejects.toThrow('fetch failed')
      await server.ended()
    }
    expect(stored()).toMatchObject({ pairs, live: 1, isEnded: false })
    await using server = await serve()
    const { status, body } = await refresh(server, first.refresh)
    expect(status).toBe(200)
    expect((await refresh(server, first.refresh)).body).toMatchObject({
      access_token: body.access_token,
      refresh_token: body.refresh_token,
    })
    const { has, ...rest } = stored()
    expect(rest).toEqual({ pairs: 2, live: 1, isEnded: false })
    expect([has(body.access_token), has(body.refresh_token)]).toEqual([true, true])
    expect(await toolsBy(server, '/mcp', body.access_token ?? '')).toContain('list_sites')
    expect((await refresh(server, body.refresh_token ?? '')).status).toBe(200)
  })

  it('at any moment, of a client with several processes, leaves one grant with one refresh token', async () => {
    let { refresh: token } = await granted(connect)
    const pairByToken = new Map<string, string>()
    for (const moment of fc.sample(MOMENT, KILLS)) {
      token = await refreshUntilKilled(token, pairByToken, moment)
      expect(stored()).toMatchObject({ live: 1, isEnded: false })
    }
    await using server = await serve()
    const { status, body } = await refresh(server, token)
    expect(status).toBe(200)
    expect(await toolsBy(server, '/mcp', body.access_token ?? '')).toContain('list_sites')
  })
})

describe('a kill while a code is redeemed', () => {
  const redemption = () =>
    granted(async (_, consent) => {
      const verifier = newVerifier()
      const back = await consentTo({ ...consent, verifier })
      return {
        grant_type: 'authorization_code',
        code: back.searchParams.get('code') ?? '',
        redirect_uri: REDIRECT,
        code_verifier: verifier,
      }
    })

  it.each<[string, Failpoint, number]>([
    [
      'when it was marked alone',
      { statement: 'update "?oauth_code"?', moment: 'after statement' },
      200,
    ],
    ['before the pair is stored', { statement: STORES, moment: 'before commit' }, 200],
    ['after it, before the answer', { statement: STORES, moment: 'after commit' }, 400],
  ])('%s: it works once, or it was used and the grant ends', async (_, failpoint, status) => {
    const fields = await redemption()
    {
      await using server = await serve(failpoint)
      await expect(ask(server, fields)).rejects.toThrow('fetch failed')
      await server.ended()
    }
    const isStored = status === 400
    expect(stored()).toMatchObject({ pairs: isStored ? 1 : 0, isEnded: false })
    await using server = await serve()
    const answer = await ask(server, fields)
    expect(answer.status).toBe(status)
    expect(stored()).toMatchObject({ pairs: isStored ? 0 : 1, isEnded: isStored })
    const again = await ask(server, fields)
    expect([again.status, again.body.error]).toEqual([400, 'invalid_grant'])
    expect(stored()).toMatchObject({ pairs: 0, isEnded: true })
  })
})
