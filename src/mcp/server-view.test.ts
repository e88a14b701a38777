import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MCP_SERVERS } from '../../tools/index.ts'
import { askMcp } from '../testing/ask-mcp.ts'
import { MCP_ERAS, mcpRequest, postMcp, postToolCall } from '../testing/mcp-post.ts'
import { TestApp } from '../testing/start-test-app.ts'

let app: TestApp
let key: string

beforeAll(async () => {
  app = await TestApp.start()
  key = await app.key(await app.org())
  await app.site(key, { domain: 'tea.example' })
})

beforeEach(() => app.clock.advance({ minutes: 2 }))

afterAll(() => app[Symbol.asyncDispose]())

const cases = MCP_SERVERS.flatMap((server) =>
  MCP_ERAS.map((era) => [server.name, era, server] as const),
)

/** Returns content without the marks of its fences, which differ in each answer. */
const withoutNonces = (content: unknown): string =>
  JSON.stringify(content).replaceAll(/untrusted-[0-9a-f]+/g, 'untrusted')

describe.each(cases)('the query parameters of /mcp/%s in the %s era', (name, era, { tools }) => {
  /** The name of a tool that takes no arguments; `always` has the tools that no list leaves out. */
  const plain = name === 'protocol' ? 'list_ask_targets' : 'list_sites'
  const always = ['search', 'fetch'].filter((one) => tools.some((tool) => tool.name === one))

  const post = (query: string, method = 'tools/list', params = {}) =>
    postMcp(app, `${name}?${query}`, mcpRequest(era, { method, params }), key)

  const listed = async (query: string) => {
    const { body } = await post(query)
    return body?.result?.tools ?? []
  }

  it('tools: shows those tools, and search and fetch', async () => {
    const names = async (query: string) => (await listed(query)).map((tool) => tool.name)
    expect(await names(`tools=${plain}`)).toEqual([plain, ...always])
    const [first, second] = tools.map((tool) => tool.name)
    expect(await names(`tools=${second},${first}`)).toEqual([first, second, ...always])
    expect(await names(`tools=${second},%20${first},${first}`)).toEqual(
      await names(`tools=${first},${second}`),
    )
    const last = tools.at(-1)?.name ?? ''
    expect(await names(`tools=${last}`)).toEqual([...new Set([...always, last])])
    expect(await names('structured=1')).toEqual(tools.map((tool) => tool.name))
  })

  it('tools: the others are unknown, and so are prompts that need them', async () => {
    const other = tools.find((tool) => tool.name !== plain && tool.name !== 'search')!.name
    const call = { name: other, arguments: { site: 'tea.example' } }
    const { body } = await post(`tools=${plain}`, 'tools/call', call)
    expect(body?.error).toMatchObject({
      code: -32_602,
      message: `Unknown tool; this address has ${[plain, ...always].join(', ')}`,
    })
    const { result } = await askMcp(
      app,
      { server: `${name}?tools=${plain}`, key, era },
      'prompts/list',
    )
    expect(result.prompts).toEqual([])
  })

  it('structured=0: leaves out structured content and what describes it', async () => {
    for (const tool of await listed('structured=0')) {
      expect(tool).not.toHaveProperty('outputSchema')
    }
    for (const path of [name, `${name}?structured=1`]) {
      const result = await postToolCall(app, path, key, plain, {}, era)
      expect(result.structuredContent).toBeDefined()
    }
    const whole = await postToolCall(app, name, key, plain, {}, era)
    const text = await postToolCall(app, `${name}?structured=0`, key, plain, {}, era)
    expect(text).not.toHaveProperty('structuredContent')
    expect(withoutNonces(text.content)).toEqual(withoutNonces(whole.content))
  })

  it.each([
    ['key=ctbk_secret', 'This address takes the query parameters tools and structured alone'],
    ['tools=list_sites&key=abc', 'the query parameters tools and structured alone'],
    ['toolsets=all', 'the query parameters tools and structured alone'],
    ['Tools=list_sites', 'the query parameters tools and structured alone'],
    ['&', 'the query parameters tools and structured alone'],
    ['tools=list_sites&tools=search', 'This address takes tools once'],
    ['structured=0&structured=0', 'This address takes structured once'],
    ['structured=', 'structured takes 0 or 1'],
    ['structured=false', 'structured takes 0 or 1'],
    ['tools=', 'tools takes names with commas between them, of: '],
    ['tools=drop_tables', 'tools takes names with commas between them, of: '],
    ['tools=list_sites,', 'tools takes names'],
    ['tools=__proto__', 'tools takes names'],
    [`tools=${'list_sites,'.repeat(500)}`, 'tools takes names'],
  ])('%s is refused, and told what is legal', async (query, text) => {
    const { status, body } = await post(query)
    expect(status).toBe(400)
    expect(body?.error?.data).toMatchObject({ code: 'BAD_REQUEST' })
    expect(body?.error?.message).toContain(text)
    expect(body?.error?.message).not.toMatch(/secret|abc|drop|false|proto/)
  })
})
