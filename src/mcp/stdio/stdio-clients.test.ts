import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mcpRequest, postMcp, postToolCall } from '../../testing/mcp-post.ts'
import { TestApp } from '../../testing/start-test-app.ts'
import { stdioCommand } from '../../testing/stdio-command.ts'

let app: TestApp
let key: string

beforeAll(async () => {
  // The command has the true time, which is later than anything here.
  app = await TestApp.start({ startAt: '2021-10-20T12:00:00.000Z' })
  key = await app.key(await app.org('business'))
  const site = await app.site(key)
  await app.collect(site, [
    { kind: 'impression', url: '/tea', title: 'Tea' },
    { kind: 'question', url: '/tea', question: 'How long does tea steep?', target: 'claude' },
  ])
  // To both of them, the day is over.
  app.clock.advance({ days: 2 })
})
afterAll(() => app[Symbol.asyncDispose]())

const CALLS = {
  publisher: { name: 'list_questions', arguments: { range: '2021-10-01..2021-10-20' } },
  data: {
    name: 'get_breakdown',
    arguments: { range: '2021-10-01..2021-10-20', dimensions: ['path'] },
  },
}
type ServerName = keyof typeof CALLS

/**
 * Returns what HTTP answers to the list and to the call, without the fences of visitors' words: their marks differ in
 * each answer.
 */
async function overHttp(server: ServerName) {
  const list = await postMcp(app, server, mcpRequest('legacy', { method: 'tools/list' }), key)
  const { name, arguments: args } = CALLS[server]
  const result = await postToolCall(app, server, key, name, args)
  expect(JSON.stringify(result)).toContain('/tea')
  return { tools: list.body?.result?.tools, result: withoutFences(result) }
}

const withoutFences = (result: object): object =>
  JSON.parse(JSON.stringify(result).replaceAll(/untrusted-\w+/g, 'untrusted')) as object

/** Lists everything that a server offers by the capabilities that it states. */
async function offers(transport: Parameters<Client['connect']>[0], mode: 'auto' | 'legacy') {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(transport)
  const capabilities = client.getServerCapabilities() ?? {}
  const { prompts } = capabilities.prompts ? await client.listPrompts() : { prompts: [] }
  const offered = {
    capabilities,
    instructions: client.getInstructions(),
    version: client.getServerVersion(),
    tools: await client.listTools(),
    resources: capabilities.resources && (await client.listResources()),
    templates: capabilities.resources && (await client.listResourceTemplates()),
    prompts: await Promise.all(prompts.map(({ name }) => client.getPrompt({ name }))),
  }
  await client.close()
  // The process that serves standard input has a clock of its own.
  return JSON.parse(JSON.stringify(offered).replaceAll(/\d{4}-\d{2}-\d{2}\b/g, 'day')) as object
}

describe('citable mcp', () => {
  it.each([
    ['publisher', 'data', 'auto'],
    ['data', 'data', 'legacy'],
    ['data', 'bridge', 'auto'],
  ] as const)('/mcp/%s on %s serves the SDK v2 client, %s', async (server, way, mode) => {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
    await client.connect(new StdioClientTransport(stdioCommand(app, server, way, key)))
    const { tools } = await client.listTools()
    const result = withoutFences(await client.callTool(CALLS[server]))
    expect({ tools, result }).toMatchObject(await overHttp(server))
    await client.close()
  })

  it.each(['auto', 'legacy'] as const)('offers whatever HTTP offers, %s', async (mode) => {
    const url = new URL(`${app.url}/mcp/data`)
    const requestInit = { headers: { authorization: `Bearer ${key}` } }
    const wanted = await offers(new StreamableHTTPClientTransport(url, { requestInit }), mode)
    expect(wanted).toHaveProperty('capabilities.tools')
    const given = await offers(
      new StdioClientTransport(stdioCommand(app, 'data', 'data', key)),
      mode,
    )
    expect(given).toEqual(wanted)
  })

  it.each([
    ['data', 'data'],
    ['publisher', 'bridge'],
  ] as const)('/mcp/%s on %s serves the SDK v1 client', async (server, way) => {
    const client = new ClientV1({ name: 'test', version: '1' })
    await client.connect(new TransportV1(stdioCommand(app, server, way, key)))
    const { tools } = await client.listTools()
    const result = withoutFences(await client.callTool(CALLS[server]))
    expect({ tools, result }).toMatchObject(await overHttp(server))
    await client.close()
  })
})
