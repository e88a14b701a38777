import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataServer } from '../../tools/data.ts'
import { publisherServer } from '../../tools/publisher.ts'
import { defineResource, defineResourceTemplate } from '../kernel/assistants/resource.ts'
import { joinServers } from '../kernel/assistants/join-servers.ts'
import {
  defineServer,
  protectedAddresses,
  type Tool,
} from '../kernel/assistants/server-definition.ts'
import { WHOLE_SERVER } from '../mcp/server-view.ts'
import { ToolCatalogue } from '../mcp/tool-catalogue.ts'
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

const { bindSite: _, ...withoutBinding } = trial
const unbound = defineServer({ ...withoutBinding, name: 'unbound', path: '/trials/unbound' })

const list = mcpRequest('legacy', { method: 'tools/list' })

let app: TestApp
let door: SecondDoor
let key: string

beforeAll(async () => {
  app = await TestApp.start()
  key = await app.key(await app.org())
  door = await SecondDoor.open(app.app, { servers: [trial, unbound] })
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
    // An app draws what is structured.
    const owner = { kind: 'operator', orgId: '', plan: 'business' } as const
    const asText = { ...WHOLE_SERVER, isStructured: false }
    const { json } = new ToolCatalogue(trial).listFor(owner, asText)
    expect(json.toString()).not.toContain('_meta')
  })

  it('takes the query parameters that it names, and no others', async () => {
    expect((await post('trials/first?tools=list_sites')).status).toBe(200)
    for (const query of ['key=abc', 'tools=a&key=abc', '&', 'a']) {
      expect([query, (await post(`trials/first?${query}`)).status]).toEqual([query, 400])
    }
  })

  it('without a way to find sites it has no addresses of one', async () => {
    await app.site(key, { domain: 'tea.example' })
    expect((await post('trials/first/s/tea.example')).status).toBe(200)
    expect((await post('trials/unbound')).status).toBe(200)
    expect((await post('trials/unbound/s/tea.example')).status).toBe(404)
    const addresses = protectedAddresses(unbound).map(({ address }) => address)
    expect(addresses).toEqual(['/mcp/trials/unbound'])
  })

  it('has no prompt whose tools it lacks, and nothing that answers in another form', () => {
    const [{ operation }] = dataServer.tools as [Tool]
    for (const wrong of [
      { prompts: publisherServer.prompts },
      { completions: { site: operation } },
      { bindSite: operation },
      {
        resourceTemplates: [...publisherServer.resourceTemplates, ...dataServer.resourceTemplates],
      },
      { resources: [{ ...VIEW, access: { by: 'public' as const } }] },
    ]) {
      expect(() => defineServer({ ...trial, ...wrong })).toThrow(TypeError)
    }
    const words = { name: 'x', title: 'x', description: 'x', mimeType: 'text/plain' }
    expect(() =>
      defineResourceTemplate({ ...words, uriTemplate: 'citable://x/{y}', operation }),
    ).toThrow(TypeError)
  })

  it('joins others where it says what they have by one name and not alike', () => {
    const { path, title, instructions, parameters } = trial
    const own = { name: 'joined', path, title, instructions, parameters }
    expect(() => joinServers([publisherServer, dataServer], own)).toThrow(/differ in list_sites/)
    const renamed = { ...trial, tools: publisherServer.tools.slice(1, 2), resourceTemplates: [] }
    const { tools, joins } = joinServers([{ ...trial, resourceTemplates: [] }, renamed], own)
    expect([tools.map(({ name }) => name), joins]).toEqual([
      ['list_sites', 'get_site'],
      ['trial', 'trial'],
    ])
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
