import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startApp } from './app.ts'
import { readConfig } from './config.ts'
import { createLogger } from '../lib/logger.ts'
import { Listener } from './listener.ts'
import { ServerChild } from '../testing/server-child.ts'

let directory: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'citable-listen-'))
})

afterEach(() => {
  rmSync(directory, { recursive: true, force: true })
})

const data = () => join(directory, 'data')
const configOf = (port: number) =>
  readConfig({ PORT: String(port), DATABASE_URL: `sqlite:${join(data(), 'citable.db')}` })
const silent = createLogger('silent')

/** Opens a port of this machine that another server has. */
async function takenPort() {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  return { port, [Symbol.dispose]: () => other.close() }
}

describe('a port that is taken', () => {
  it('is said in a sentence, and nothing of the data is touched', async () => {
    using taken = await takenPort()
    await expect(startApp(configOf(taken.port), { log: silent })).rejects.toThrow(
      `Port ${taken.port} of 127.0.0.1 is taken: stop what listens there, or set PORT to another one`,
    )
    expect(existsSync(data())).toBe(false)
  })

  it('ends the process', async () => {
    using taken = await takenPort()
    await using server = ServerChild.starting({
      directory,
      environment: { PORT: String(taken.port) },
    })
    expect(await server.ended()).toEqual({
      code: 1,
      signal: null,
      error: `Port ${taken.port} of 127.0.0.1 is taken: stop what listens there, or set PORT to another one\n`,
    })
  })
})

it('an address that this machine does not have is said so', async () => {
  const config = { ...configOf(0), host: '192.0.2.1' }
  await expect(startApp(config, { log: silent })).rejects.toThrow('HOST 192.0.2.1 is no address')
})

it('a start that fails later gives the port back', async () => {
  using taken = await takenPort()
  const { port } = taken
  taken[Symbol.dispose]()
  mkdirSync(data())
  writeFileSync(join(data(), 'citable.db'), 'not a database at all '.repeat(500))
  await expect(startApp(configOf(port), { log: silent })).rejects.toThrow('not a database')
  const next = createServer().listen(port, '127.0.0.1')
  await once(next, 'listening')
  next.close()
})

it('who asks during the start is answered after it', async () => {
  const listener = await Listener.open({ host: '127.0.0.1', port: 0 })
  const early = request(listener.url, { method: 'POST', headers: { expect: '100-continue' } })
  early.flushHeaders()
  await once(early, 'continue') // the server has it now
  listener.serve(
    (_, response) => response.end('served'),
    (_, socket) => socket.destroy(),
  )
  early.end('early')
  // @NOTE what `response` events carry.
  const [answer] = (await once(early, 'response')) as [IncomingMessage]
  expect(await text(answer)).toBe('served')
  await listener.drain(5_000)
})
