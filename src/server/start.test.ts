import { once } from 'node:events'
import { chmodSync, existsSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectWriter, type SqliteConnection } from '../../db/sqlite/connect.ts'
import { DataFolder } from '../testing/data-folder.ts'
import { enforcingPermissions } from '../testing/enforce-permissions.ts'
import { runCli, runProcess, SERVER } from '../testing/run-cli.ts'
import { ServerChild } from '../testing/server-child.ts'

let data: DataFolder

beforeEach(() => {
  data = new DataFolder()
})

afterEach(() => data[Symbol.dispose]())

/** Holds the database's write lock until it is disposed of. */
function lock(): Disposable & { connection: SqliteConnection } {
  const connection = connectWriter(data.file)
  connection.exec('BEGIN EXCLUSIVE')
  return { connection, [Symbol.dispose]: () => connection.close() }
}

const serve = (environment: Record<string, string>) =>
  ServerChild.starting({ directory: data.path, environment })

describe('a start on a locked database', () => {
  it('ends with one line and a 1, and never said that it is up', async () => {
    await data.setUp()
    using _ = lock()
    await using server = serve({ START_TIMEOUT_MS: '1500' })
    const { url = '' } = await server.log('not started yet, and tried again')
    for (const path of ['/healthz', '/readyz']) {
      const answer = await fetch(url + path)
      expect([answer.status, await answer.json()]).toEqual([503, { status: 'starting' }])
    }
    expect(await server.ended()).toEqual({
      code: 1,
      signal: null,
      error: `${data.file} is locked by another process; end that one, or start again once it is done. Tried for 1500 ms (START_TIMEOUT_MS)\n`,
    })
  })

  it('goes on once the lock is gone, and answers who asked meanwhile', async () => {
    const { key } = await data.setUp()
    using locked = lock()
    await using server = serve({ START_TIMEOUT_MS: '30000' })
    const { url = '' } = await server.log('not started yet, and tried again')
    const early = request(`${url}/api/v1/sites`, {
      headers: { authorization: `Bearer ${key}`, expect: '100-continue' },
    })
    early.flushHeaders()
    await once(early, 'continue') // the server has it now
    early.end()
    locked[Symbol.dispose]()
    // @NOTE what `response` events carry.
    const [answer] = (await once(early, 'response')) as [IncomingMessage]
    expect(answer.statusCode).toBe(200)
    expect(await text(answer)).toContain('example.com')
    for (const path of ['/healthz', '/readyz']) {
      expect((await fetch(url + path)).status).toBe(200)
    }
    expect(await server.stop()).toEqual({ code: 0, signal: null })
  })

  it('stops when it is asked to, without waiting for its time', async () => {
    await data.setUp()
    using _ = lock()
    await using server = serve({ START_TIMEOUT_MS: '300000' })
    await server.log('not started yet, and tried again')
    expect(await server.stop()).toEqual({ code: 0, signal: null })
  })
})

describe('a start on a database that cannot be written', () => {
  it('ends with one line and a 1', async () => {
    await data.setUp()
    const held = enforcingPermissions(data.path)
    chmodSync(data.file, 0o400)
    const run = await runProcess(data.path, [...held, ...SERVER], {
      environment: { PORT: '0', START_TIMEOUT_MS: '600', LOG_LEVEL: 'error' },
    })
    expect(run).toEqual({
      code: 1,
      out: '',
      err: `${data.file} cannot be read and written: permission denied. Tried for 600 ms (START_TIMEOUT_MS)\n`,
    })
  })
})

describe('a start with arguments', () => {
  it('is a command for citable, and refused before it touches any data', async () => {
    const run = await runProcess(data.path, [...SERVER, 'owner', 'create'])
    expect(run).toEqual({
      code: 1,
      out: '',
      err: 'The server takes no arguments (owner); commands are run by citable\n',
    })
    expect(existsSync(data.file)).toBe(false)
  })
})

describe('two servers on one database', () => {
  it('let the first go on, and the second refuses to serve and says why', async () => {
    const { key } = await data.setUp()
    await using first = await data.serve()
    await using second = serve({ START_TIMEOUT_MS: '0' })
    expect(await second.ended()).toEqual({
      code: 1,
      signal: null,
      error: `${data.file} is served by another process, and SQLite is for one: stop that one, or set DATABASE_URL to another file\n`,
    })
    const headers = { authorization: `Bearer ${key}` }
    expect((await fetch(`${first.url}/api/v1/sites`, { headers })).status).toBe(200)
  })

  it('let the second take over from one that stops, and from one that was killed', async () => {
    await data.setUp()
    await using first = await data.serve()
    await using second = serve({ START_TIMEOUT_MS: '30000' })
    await second.log('not started yet, and tried again')
    expect(await first.stop()).toEqual({ code: 0, signal: null })
    await second.log('listening')
    await using third = serve({ START_TIMEOUT_MS: '30000' })
    await third.log('not started yet, and tried again')
    await second.kill()
    await third.log('listening')
  })

  it('let commands work beside the one that serves', async () => {
    await data.setUp()
    await using server = await data.serve()
    expect(await runCli(data.path, ['site', 'list', '--json'])).toMatchObject({ code: 0, err: '' })
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  })
})
