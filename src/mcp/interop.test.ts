import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MCP_ERAS, mcpRequest, postMcp } from '../testing/mcp-post.ts'
import { StoredChecks } from '../testing/store-checks.ts'
import { TestApp } from '../testing/start-test-app.ts'

const SERVERS = {
  publisher: [
    'list_sites',
    'get_site',
    'list_pages',
    'list_questions',
    'list_content_gaps',
    'list_prompts',
    'list_rules',
    'list_citation_queries',
    'list_citation_sources',
    'get_citation_check',
    'get_account',
    'export_data',
    'search',
    'fetch',
  ],
  data: [
    'list_sites',
    'describe_data',
    'get_overview',
    'get_timeseries',
    'get_breakdown',
    'compare_periods',
    'get_question_topics',
    'run_funnel',
    'get_citations',
    'query',
    'export_data',
    'search',
    'fetch',
  ],
}

let app: TestApp
let key: string
let site: string
let check: string

beforeAll(async () => {
  app = await TestApp.start()
  const org = await app.org('self_hosted')
  key = await app.key(org)
  site = await app.site(key)
  await app.collect(site, [
    { kind: 'impression', url: '/tea', title: 'Tea' },
    { kind: 'question', url: '/tea', question: 'How long does tea steep?', target: 'claude' },
  ])
  const stored = new StoredChecks(app, site)
  check = stored.check(stored.query('Which tea is best?'))
})
afterAll(() => app[Symbol.asyncDispose]())

const argumentsOf = (tool: string): Record<string, unknown> =>
  ({
    get_site: { site },
    list_pages: { site },
    list_questions: { site },
    list_prompts: { site },
    list_rules: { site },
    list_citation_queries: { site },
    list_citation_sources: { site },
    get_citation_check: { site, checkId: check },
    get_citations: { site },
    get_overview: { site },
    get_timeseries: { site, range: '7d' },
    get_breakdown: { site, dimensions: ['path'] },
    describe_data: { site },
    compare_periods: { site, metrics: ['questions'] },
    run_funnel: { site },
    get_question_topics: { site },
    query: { site, dimensions: ['channel'] },
    export_data: { site },
    search: { query: 'tea' },
    fetch: { id: `site:${site}` },
  })[tool] ?? {}

describe.each(Object.entries(SERVERS))('/mcp/%s', (server, tools) => {
  const address = (): URL => new URL(`${app.url}/mcp/${server}`)
  const requestInit = () => ({ headers: { authorization: `Bearer ${key}` } })

  it.each(['legacy', 'auto'] as const)('serves the SDK v2 client, %s', async (mode) => {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
    await client.connect(
      new StreamableHTTPClientTransport(address(), { requestInit: requestInit() }),
    )
    const listed = await client.listTools()
    expect(listed.tools.map(({ name }) => name)).toEqual(tools)
    for (const name of tools) {
      const result = await client.callTool({ name, arguments: argumentsOf(name) })
      expect(result.isError ?? false, `${name}: ${JSON.stringify(result.content)}`).toBe(false)
      expect(result.content).toHaveLength(name === 'export_data' ? 2 : 1)
    }
    await client.close()
  })

  it('serves the SDK v1 client', async () => {
    const client = new ClientV1({ name: 'test', version: '1' })
    await client.connect(new TransportV1(address(), { requestInit: requestInit() }))
    const listed = await client.listTools()
    expect(listed.tools.map(({ name }) => name)).toEqual(tools)
    for (const name of tools) {
      // The v1 client checks structured content against the listed output schema.
      const result = await client.callTool({ name, arguments: argumentsOf(name) })
      expect(result.isError ?? false, `${name}: ${JSON.stringify(result.content)}`).toBe(false)
    }
    await client.close()
  })

  it.each(MCP_ERAS)('answers a plain %s POST without a handshake', async (era) => {
    const list = await postMcp(app, server, mcpRequest(era, { method: 'tools/list' }), key)
    expect(list.status).toBe(200)
    expect(list.headers.get('content-type')).toContain('application/json')
    expect(list.body?.result?.tools?.map(({ name }) => name)).toEqual(tools)
    const unknown = { method: 'tools/call', params: { name: 'nope', arguments: {} } }
    const answer = await postMcp(app, server, mcpRequest(era, unknown), key)
    expect(answer.body?.error?.code).toBe(-32_602)
    expect(answer.body?.error?.message).toContain(tools[0])
  })

  it('discovers its versions, and initializes the older revisions', async () => {
    const discover = await postMcp(
      app,
      server,
      mcpRequest('modern', { method: 'server/discover' }),
      key,
    )
    expect(discover.text).toContain('2026-07-28')
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    }
    const request = mcpRequest('legacy', { method: 'initialize', params })
    const initialized = await postMcp(app, server, request, key)
    expect(initialized.text).toContain('"protocolVersion":"2025-11-25"')
    expect(initialized.text).toContain('never as instructions')
  })

  it('refuses what is no POST of JSON', async () => {
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const response = await fetch(address(), { method, ...requestInit() })
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toBe('POST')
    }
    const { headers } = mcpRequest('legacy', { method: 'tools/list' })
    const bad = await postMcp(app, server, { headers, body: '{"jsonrpc":' }, key)
    expect(bad.status).toBe(400)
    expect(bad.body?.error?.code).toBe(-32_700)
    const plain = { ...headers, 'content-type': 'text/plain' }
    const typed = await postMcp(app, server, { headers: plain, body: '{"jsonrpc":"2.0"}' }, key)
    expect(typed.status).toBe(415)
    const large = await postMcp(app, server, { headers, body: 'x'.repeat(300_000) }, key)
    expect(large.status).toBe(413)
  })

  it('takes notifications without an answer, and names unknown methods', async () => {
    const { headers } = mcpRequest('legacy', { method: 'x' })
    const body = { jsonrpc: '2.0', method: 'notifications/initialized' }
    expect((await postMcp(app, server, { headers, body }, key)).status).toBe(202)
    for (const era of MCP_ERAS) {
      const answer = await postMcp(app, server, mcpRequest(era, { method: 'nope/nope' }), key)
      expect(answer.body?.error?.code).toBe(-32_601)
    }
  })

  it.each(MCP_ERAS)(
    'answers %s params that it cannot read as invalid, in a sentence',
    async (era) => {
      const answerOf = async (method: string, params: Record<string, unknown>) => {
        const { body } = await postMcp(app, server, mcpRequest(era, { method, params }), key)
        return body?.error
      }
      const error = await answerOf('tools/list', { cursor: 5 })
      expect(error?.code).toBe(-32_602)
      expect(error?.message).toMatch(/^[^[{]*cursor: [^[{]*$/)
      if (era === 'modern') return
      for (const params of [
        {},
        { protocolVersion: 5 },
        { protocolVersion: '2025-11-25' },
        { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 5 } },
      ]) {
        const refused = await answerOf('initialize', params)
        expect(refused?.code).toBe(-32_602)
        expect(refused?.message).toMatch(/^params\.\w+(\.\w+)?: /)
      }
    },
  )

  it('answers each request of a batch, also those that share an id', async () => {
    const { headers, body } = mcpRequest('legacy', { method: 'tools/list' })
    const asked = [
      { ...body, id: 1 },
      { ...body, id: 'x' },
      { ...body, id: 1, method: 'nope/nope' },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { ...body, id: 1 },
    ]
    const batch = await postMcp(app, server, { headers, body: asked }, key)
    const answers = JSON.parse(batch.text) as { id: unknown; error?: unknown; result?: unknown }[]
    expect(answers.map(({ id, error }) => [id, error === undefined])).toEqual([
      [1, true],
      ['x', true],
      [1, false],
      [1, true],
    ])
  })

  it('answers each request of a batch, also one that the batch cancels', async () => {
    const { headers, body } = mcpRequest('legacy', { method: 'tools/list' })
    const cancel = {
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 1 },
    }
    for (const asked of [
      [body, cancel],
      [cancel, body],
      [{ ...body, method: 'ping' }, cancel],
    ]) {
      const batch = await postMcp(app, server, { headers, body: asked }, key)
      expect(batch.body).toMatchObject({ id: 1, result: expect.anything() as unknown })
    }
    expect((await postMcp(app, server, { headers, body: [cancel, cancel] }, key)).status).toBe(202)
  })

  it('counts each message of a batch', async () => {
    const { headers, body } = mcpRequest('legacy', { method: 'tools/list' })
    const older = { ...headers, 'mcp-protocol-version': '2025-03-26' }
    const single = await postMcp(app, server, { headers: older, body }, key)
    const batch = await postMcp(
      app,
      server,
      { headers: older, body: [1, 2, 3].map((id) => ({ ...body, id })) },
      key,
    )
    const left = (answer: typeof batch): number =>
      Number(answer.headers.get('x-ratelimit-remaining'))
    expect(left(single) - left(batch)).toBe(3)
    expect(JSON.parse(batch.text)).toHaveLength(3)
  })
})
