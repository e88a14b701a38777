import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NO_PRIVATE_NETWORKS, parseAllowedNetworks } from './address-policy.ts'
import { findProofFile } from './find-proof-file.ts'
import { GuardedClient } from './guarded-client.ts'
import { serveHttp, type LocalServer } from './local-servers.ts'

const TEXT = 'citable-verification=1'
const PATH = '/.well-known/citable-verification.txt'

let world: LocalServer
let client: GuardedClient

beforeAll(async () => {
  world = await serveHttp(({ headers, url = '' }, response) => {
    const [host = ''] = (headers.host ?? '').split(':')
    const to = (place: string) =>
      response.writeHead(302, { location: `http://${place}:${world.port}${PATH}` }).end()
    if (url !== PATH) return response.writeHead(404).end()
    if (host === 'moved.example') return to('www.moved.example')
    if (host === 'foreign.example') return to('right.example')
    if (host === 'endless.example') return to('endless.example')
    if (host === 'other.example') return response.end(`${TEXT}0`)
    if (host === 'long.example') return response.end(TEXT + 'x'.repeat(1_000_000))
    if (host === 'missing.example') return response.writeHead(404).end(TEXT)
    if (host === 'silent.example') return undefined
    return response.end(`${TEXT}\r\n`)
  })
  client = new GuardedClient({
    policy: { schemes: 'any', ports: 'service', allowed: parseAllowedNetworks('127.0.0.1/32') },
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  })
})

afterAll(async () => {
  await client[Symbol.asyncDispose]()
  await world[Symbol.asyncDispose]()
})

const find = (host: string, timeoutMs?: number) =>
  findProofFile(client, `http://${host}:${world.port}${PATH}`, TEXT, timeoutMs)

describe('the file of a proof', () => {
  it.each(['right.example', 'moved.example'])('is found at %s', async (host) => {
    expect(await find(host)).toBe(undefined)
  })

  it.each([
    ['other.example', 'other_text'],
    ['long.example', 'other_text'],
    ['missing.example', 'no_file'],
    ['foreign.example', 'no_file'],
    ['endless.example', 'unreachable'],
  ])('is not found at %s, which is told: %s', async (host, code) => {
    const failure = await find(host)
    expect(failure?.code).toBe(code)
    expect(failure?.reason).toContain(host)
  })

  it('is waited for no longer than the time limit', async () => {
    expect(await find('silent.example', 50)).toMatchObject({ code: 'timeout' })
  })

  it('is not asked for at a private address', async () => {
    const connections = world.connections()
    await using closed = new GuardedClient({
      policy: { schemes: 'any', ports: 'standard', allowed: NO_PRIVATE_NETWORKS },
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    })
    const url = `https://inside.example.org${PATH}`
    expect(await findProofFile(closed, url, TEXT)).toMatchObject({ code: 'blocked' })
    expect(world.connections()).toBe(connections)
  })
})
