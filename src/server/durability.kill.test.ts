import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectReader, connectWriter } from '../../db/sqlite/connect.ts'
import { systemClock } from '../lib/time/clock.ts'
import {
  loadUntilGone,
  makeBatch,
  pathsOf,
  postBatch,
  type Batch,
} from '../testing/collect-load.ts'
import { DataFolder } from '../testing/data-folder.ts'
import type { ServerChild } from '../testing/server-child.ts'
import { BROWSER_USER_AGENT, TestApp } from '../testing/start-test-app.ts'

let data: DataFolder

beforeEach(() => {
  data = new DataFolder()
})

afterEach(() => {
  data[Symbol.dispose]()
})

const call = (url: string, token: string, path: string, method = 'GET') =>
  fetch(`${url}/api/v1${path}`, { method, headers: { authorization: `Bearer ${token}` } })

describe('kill -9', () => {
  it('keeps every event that was answered, and takes the rest once when it is sent again', async () => {
    const { siteId } = await data.setUp()
    const answered: Batch[] = []
    const unanswered: Batch[] = []
    for (const killAfter of [30, 85, 140, 200]) {
      await using server = await data.serve()
      let killed: Promise<void> | undefined
      const round = await loadUntilGone({
        url: server.url,
        siteId,
        name: `r${killAfter}`,
        clients: 12,
        onAnswer: (answers) => {
          if (answers === killAfter) killed = server.kill()
        },
      })
      await killed
      expect(round.statuses).toEqual([202])
      expect(round.unanswered.length).toBeGreaterThan(0)
      answered.push(...round.answered)
      unanswered.push(...round.unanswered)
      expect(data.storedPaths()).toEqual(expect.arrayContaining(pathsOf(round.answered)))
    }

    await using server = await data.serve()
    const again = await Promise.all(
      [...answered, ...unanswered].map((batch) => postBatch(server.url, siteId, batch)),
    )
    const duplicates = again
      .slice(0, answered.length)
      .reduce((sum, answer) => sum + (answer?.body.data.duplicates ?? 0), 0)
    expect(duplicates).toBe(pathsOf(answered).length)
    expect(await server.stop()).toEqual({ code: 0, signal: null })
    expect(data.storedPaths()).toEqual(pathsOf([...answered, ...unanswered]).toSorted())
  })

  it('does not bring a revoked key back', async () => {
    const { key, session } = await data.setUp()
    {
      await using server = await data.serve()
      expect((await call(server.url, key, '/sites')).status).toBe(200)
      const keys = (await (await call(server.url, session, '/keys')).json()) as {
        data: { id: string }[]
      }
      const revoked = await call(server.url, session, `/keys/${keys.data[0]?.id}`, 'DELETE')
      expect(revoked.status).toBe(200)
      expect((await call(server.url, key, '/sites')).status).toBe(401)
      await server.kill()
    }
    await using server = await data.serve()
    expect((await call(server.url, key, '/sites')).status).toBe(401)
  })

  it('opens no second window for a key', async () => {
    const { key } = await data.setUp('pro')
    const admittedAt: number[] = []
    const headers = { authorization: `Bearer ${key}` }
    const use = async (url: string, most: number): Promise<Response | undefined> => {
      for (let i = 0; i < most; i++) {
        const response = await fetch(`${url}/api/v1/sites`, { headers })
        if (response.status === 429) return response
        expect(response.headers.get('x-ratelimit-limit')).toBe('120')
        admittedAt.push(systemClock())
        await response.arrayBuffer()
      }
      return undefined
    }
    for (const most of [50, 47]) {
      await using server = await data.serve()
      await use(server.url, most)
      await server.kill()
    }
    await using server = await data.serve()
    const refused = await use(server.url, 10_000)
    expect(await refused?.json()).toMatchObject({ error: { code: 'RATE_LIMITED' } })
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    for (const end of admittedAt) {
      const inWindow = admittedAt.filter((at) => at > end - 60_000 && at <= end)
      expect(inWindow.length).toBeLessThanOrEqual(120)
    }
  })
})

describe('SIGTERM', () => {
  it('ends a server under load that answers what it took, stores it and exits with 0', async () => {
    const { siteId } = await data.setUp()
    await using server = await data.serve()
    let exit: ReturnType<ServerChild['stop']> | undefined
    const { answered, statuses } = await loadUntilGone({
      url: server.url,
      siteId,
      name: 'term',
      clients: 12,
      onAnswer: (answers) => {
        if (answers === 100) exit = server.stop()
      },
    })
    expect(await exit).toEqual({ code: 0, signal: null })
    expect(statuses).toEqual([202])
    expect(data.storedPaths()).toEqual(expect.arrayContaining(pathsOf(answered)))
  })

  it('lets a request that is under way end first', async () => {
    const { siteId } = await data.setUp()
    await using server = await data.serve()
    const { hostname, port } = new URL(server.url)
    const body = JSON.stringify({ siteId, events: makeBatch('slow', 2).events })
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    socket.write(
      `POST /api/v1/collect HTTP/1.1\r\nHost: ${hostname}\r\nUser-Agent: ${BROWSER_USER_AGENT}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
        `Expect: 100-continue\r\n\r\n`,
    )
    await once(socket, 'data') // the server has begun to read this request
    const exit = server.stop()
    await server.log('stopping')
    socket.write(body)
    expect(await text(socket)).toMatch(/^HTTP\/1.1 202 [^]*"accepted":2/)
    expect(await exit).toEqual({ code: 0, signal: null })
    expect(data.storedPaths()).toEqual(['/slow/0', '/slow/1'])
  })
})

describe('the request limit', () => {
  it('goes on where it was after a restart', async () => {
    let key: string
    {
      await using app = await TestApp.start({ directory: data.path })
      key = await app.key(await app.org('pro'))
      for (let i = 0; i < 119; i++) await app.api('GET', '/sites', { token: key })
    }
    await using app = await TestApp.start({ directory: data.path })
    const last = await app.api('GET', '/sites', { token: key })
    expect(last.status).toBe(200)
    expect(last.headers.get('x-ratelimit-remaining')).toBe('0')
    const refused = await app.api('GET', '/sites', { token: key })
    expect(refused.status).toBe(429)
    app.clock.advance({ seconds: Number(refused.headers.get('retry-after')) })
    expect((await app.api('GET', '/sites', { token: key })).status).toBe(200)
  })
})

describe('a revoked key', () => {
  it('is refused with the next request, on every surface', async () => {
    await using app = await TestApp.start({ directory: data.path })
    const org = await app.org()
    const session = await app.session(org)
    const created = await app.api('POST', '/keys', { token: session, body: { scopes: ['*'] } })
    const key = String(created.body.data['key'])
    const statuses = () =>
      Promise.all(
        ['/api/v1/sites', '/mcp/publisher', '/mcp/data'].map(async (path) => {
          const response = await fetch(`${app.url}${path}`, {
            method: path.startsWith('/mcp') ? 'POST' : 'GET',
            headers: {
              authorization: `Bearer ${key}`,
              'content-type': 'application/json',
              accept: 'application/json, text/event-stream',
            },
            ...(path.startsWith('/mcp') && {
              body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
            }),
          })
          await response.arrayBuffer()
          return response.status
        }),
      )
    expect(await statuses()).toEqual([200, 200, 200])
    await app.api('DELETE', `/keys/${created.body.data.id}`, { token: session })
    expect(await statuses()).toEqual([401, 401, 401])
  })
})

describe('the connections', () => {
  it('write with a full sync and foreign keys, and read without being able to write', async () => {
    await data.setUp()
    const { file } = data
    const writer = connectWriter(file)
    expect(writer.pragma('synchronous', { simple: true })).toBe(2)
    expect(writer.pragma('journal_mode', { simple: true })).toBe('wal')
    expect(writer.pragma('foreign_keys', { simple: true })).toBe(1)
    writer.close()
    const reader = connectReader(file)
    for (const sql of ['DELETE FROM site', 'CREATE TABLE t (x)', 'PRAGMA user_version = 7']) {
      expect(() => reader.exec(sql)).toThrow(/readonly/)
    }
    reader.close()
  })
})
