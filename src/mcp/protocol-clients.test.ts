import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MCP_ERAS, mcpRequest, postMcp, type McpEra } from '../testing/mcp-post.ts'
import { PROTOCOL_ARGUMENTS } from '../testing/protocol-calls.ts'
import { SecondDoor } from '../testing/second-door.ts'
import { TestApp } from '../testing/start-test-app.ts'

const TOOLS = Object.keys(PROTOCOL_ARGUMENTS)

let app: TestApp
/** The service with the SDK alone, to which the answers of the fast lane are compared. */
let sdkDoor: SecondDoor

beforeAll(async () => {
  app = await TestApp.start()
  sdkDoor = await SecondDoor.open(app.app, { useFastLane: false })
})
afterAll(async () => {
  await sdkDoor[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

const address = (): URL => new URL(`${app.url}/mcp/protocol`)

describe('clients without a key', () => {
  it.each(['legacy', 'auto'] as const)('the SDK v2 client, %s', async (mode) => {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
    await client.connect(new StreamableHTTPClientTransport(address()))
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(TOOLS)
    for (const [name, args] of Object.entries(PROTOCOL_ARGUMENTS)) {
      const result = await client.callTool({ name, arguments: args })
      expect([name, result.isError ?? false]).toEqual([name, false])
    }
    const { contents } = await client.readResource({ uri: 'ask-ai://changelog' })
    expect(contents).toMatchObject([{ mimeType: 'text/markdown' }])
    const { resourceTemplates } = await client.listResourceTemplates()
    expect(resourceTemplates.map(({ name }) => name)).toEqual(['schema', 'target', 'vectors'])
    const prompt = { url: 'https://example.com/tea', goal: 'how long it steeps' }
    const { messages } = await client.getPrompt({ name: 'draft_cited_ask', arguments: prompt })
    expect(messages).toHaveLength(1)
    await client.close()
  })

  it('the SDK v1 client', async () => {
    const client = new ClientV1({ name: 'test', version: '1' })
    await client.connect(new TransportV1(address()))
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(TOOLS)
    for (const [name, args] of Object.entries(PROTOCOL_ARGUMENTS)) {
      // The v1 client checks structured content against the listed output schema.
      const result = await client.callTool({ name, arguments: args })
      expect([name, result.isError ?? false]).toEqual([name, false])
    }
    const completed = await client.complete({
      ref: { type: 'ref/resource', uri: 'ask-ai://targets/{id}' },
      argument: { name: 'id', value: 'perp' },
    })
    expect(completed.completion.values).toEqual(['perplexity'])
    await client.close()
  })
})

const steady = (text: string): unknown =>
  JSON.parse(text.replaceAll(/untrusted-[0-9a-f]{12}/g, 'untrusted'))

describe('the fast lane without a key', () => {
  const calls = Object.entries(PROTOCOL_ARGUMENTS).flatMap(([name, args]) =>
    [args, { ...args, colour: 'red' }, { ...args, target: 'Claude AI' }].map((given) => ({
      method: 'tools/call',
      params: { name, arguments: given },
    })),
  )
  const cases = MCP_ERAS.flatMap((era) =>
    [{ method: 'tools/list' }, ...calls].map((message): [McpEra, string, typeof message] => [
      era,
      JSON.stringify(message),
      message,
    ]),
  )

  it.each(cases)('answers what the SDK answers, in the %s era: %s', async (era, _, message) => {
    app.clock.advance({ seconds: 2 })
    const request = mcpRequest(era, message)
    const lane = await postMcp(app, 'protocol', request)
    const sdk = await postMcp(sdkDoor, 'protocol', request)
    expect([lane.status, steady(lane.text)]).toEqual([sdk.status, steady(sdk.text)])
    // The lane knows how long its answer is before it sends it.
    expect(lane.headers.has('content-length')).toBe(true)
    expect(sdk.headers.has('content-length')).toBe(false)
  })
})
