import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publisherServer } from '../../tools/publisher/index.ts'
import { defineResource } from '../kernel/resource.ts'
import { defineServer } from '../kernel/server-definition.ts'
import { askMcp } from '../testing/ask-mcp.ts'
import { mcpRequest, postMcp } from '../testing/mcp-post.ts'
import { SecondDoor } from '../testing/second-door.ts'
import { TestApp } from '../testing/start-test-app.ts'

const VIEW_URI = 'ui://trial/view.html'
const VIEW = defineResource({
  uri: VIEW_URI,
  name: 'view',
  title: 'A view',
  description: 'Shows sites.',
  mimeType: 'text/html;profile=mcp-app',
  access: { by: 'scope', anyOf: ['sites:read'] },
  text: () => '<!doctype html><title>Sites</title>',
  meta: { ui: { prefersBorder: true } },
})

const trial = defineServer({
  ...publisherServer,
  name: 'trial',
  path: '/trials/first',
  title: 'A server on trial',
  parameters: ['tools'],
  tools: publisherServer.tools
    .filter(({ name }) => name === 'list_sites')
    .map((tool) => ({ ...tool, app: VIEW_URI })),
  resources: [VIEW],
  prompts: [],
})

const list = mcpRequest('legacy', { method: 'tools/list' })

let app: TestApp
let door: SecondDoor
let key: string

beforeAll(async () => {
  app = await TestApp.start()
  key = await app.key(await app.org())
  door = await SecondDoor.open(app.app, { servers: [trial] })
})

afterAll(async () => {
  await door[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

const post = async (path: string, request = list) => {
  const { status, body } = await postMcp(door, path, request, key)
  return { status, body }
}

describe('a defined MCP server', () => {
  it('is served at its path with its tools, and no other is', async () => {
    const { status, body } = await post('trials/first')
    expect([status, body?.result?.tools?.map(({ name }) => name)]).toEqual([200, ['list_sites']])
    for (const path of ['trial', 'first', 'publisher', 'data']) {
      expect([path, (await post(path)).status]).toEqual([path, 404])
    }
  })

  it('says its own name and title', async () => {
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    }
    const { body } = await post(
      'trials/first',
      mcpRequest('legacy', { method: 'initialize', params }),
    )
    expect(body?.result).toMatchObject({
      serverInfo: { name: 'citable-trial', title: 'A server on trial' },
      instructions: publisherServer.instructions,
    })
  })

  it('names the app that shows a tool, which is a resource with its own type and meta', async () => {
    const { body } = await post('trials/first')
    expect(body?.result?.tools).toMatchObject([{ _meta: { ui: { resourceUri: VIEW.uri } } }])
    const ask = (method: string, params = {}) =>
      askMcp(door, { server: 'trials/first', key }, method, params)
    const { uri, mimeType, meta: _meta } = VIEW
    const { result: listed } = await ask('resources/list')
    expect(listed.resources[0]).toMatchObject({ uri, mimeType, _meta })
    const { result: read } = await ask('resources/read', { uri })
    expect(read.contents).toEqual([{ uri, mimeType, _meta, text: VIEW.text() }])
    expect(() => defineServer({ ...trial, resources: [] })).toThrow(TypeError)
  })

  it('takes the query parameters that it names, and no others', async () => {
    expect((await post('trials/first?tools=list_sites')).status).toBe(200)
    for (const query of ['key=abc', 'tools=a&key=abc', '&', 'a']) {
      expect([query, (await post(`trials/first?${query}`)).status]).toEqual([query, 400])
    }
  })

  it('is named where clients look for what it takes', async () => {
    const at = (path: string) =>
      fetch(`${door.url}/.well-known/oauth-protected-resource/mcp${path}`)
    expect(await (await at('/trials/first')).json()).toMatchObject({
      resource: `${app.url}/mcp/trials/first`,
    })
    expect((await at('/publisher')).status).toBe(404)
  })
})
