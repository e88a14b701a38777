import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askMcp } from '../testing/ask-mcp.ts'
import { KEYED_SERVERS } from '../testing/keyed-servers.ts'
import { addressOfServer } from '../testing/mcp-post.ts'
import { grantOf } from '../testing/oauth-grant.ts'
import { TestApp } from '../testing/start-test-app.ts'
import { makeTwin, SHARED, type Twin } from '../testing/twin-organizations.ts'

const NAMES = KEYED_SERVERS.map(({ name }) => name)

let app: TestApp
let twin: Twin

beforeAll(async () => {
  app = await TestApp.start()
  twin = await makeTwin(app, 'alder')
})

afterAll(() => app[Symbol.asyncDispose]())

const statusAt = async (server: string, token: string): Promise<number> =>
  (await askMcp(app, { server, key: token }, 'tools/list')).status

describe.each(NAMES)('an access token of the server %s', (name) => {
  it('opens its own address and those of sites below it, and no other', async () => {
    const { token } = await grantOf(app, twin.org, { resource: addressOfServer(name) })
    for (const server of NAMES) {
      const expected = server === name ? 200 : 401
      expect([server, await statusAt(server, token)]).toEqual([server, expected])
      const bound = `${server}/s/${SHARED}`
      expect([bound, await statusAt(bound, token)]).toEqual([bound, expected])
    }
  })

  it('of one site opens the address of that site alone', async () => {
    const own = `${name}/s/${SHARED}`
    const { token } = await grantOf(app, twin.org, { resource: addressOfServer(own) })
    expect(await statusAt(own, token)).toBe(200)
    expect(await statusAt(name, token)).toBe(401)
    expect(await statusAt(`${name}/s/${twin.domain}`, token)).toBe(401)
  })
})

it('opens nothing when its hour is over', async () => {
  const { token } = await grantOf(app, twin.org, { resource: '/mcp/data' })
  expect(await statusAt('data', token)).toBe(200)
  app.clock.advance({ minutes: 60 })
  expect(await statusAt('data', token)).toBe(401)
})

it('opens no route of the API', async () => {
  const { token } = await grantOf(app, twin.org, { resource: '/mcp/data' })
  expect((await app.api('GET', '/sites', { token })).status).toBe(401)
})
