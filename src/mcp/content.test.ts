import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publisherServer } from '../../tools/publisher.ts'
import { defineTool } from '../kernel/assistants/server-definition.ts'
import { askMcp } from '../testing/ask-mcp.ts'
import { conformanceServer } from '../testing/conformance-server.ts'
import { MCP_ERAS } from '../testing/mcp-post.ts'
import { SecondDoor } from '../testing/second-door.ts'
import { TestApp } from '../testing/start-test-app.ts'

let app: TestApp
let door: SecondDoor
let key: string

beforeAll(async () => {
  app = await TestApp.start()
  door = await SecondDoor.open(app.app, { servers: [conformanceServer] })
  key = await app.key(await app.org())
})
afterAll(async () => {
  await door[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

describe.each(MCP_ERAS)('an answer of content in the %s era', (era) => {
  const ask = (method: string, params = {}) =>
    askMcp(door, { server: 'conformance', key, era }, method, params)

  it('is the items of its operation, and says nothing of a structure', async () => {
    const { result } = await ask('tools/call', { name: 'test_multiple_content_types' })
    const { content, structuredContent } = result as unknown as Record<string, unknown>
    expect(content).toEqual([
      { type: 'text', text: expect.any(String) as string },
      { type: 'image', mimeType: 'image/png', data: expect.stringMatching(/^iVBOR/) as string },
      { type: 'resource', resource: expect.objectContaining({ mimeType: 'text/plain' }) as object },
    ])
    expect(structuredContent).toBeUndefined()
    const { tools } = (await ask('tools/list')).result
    expect(tools.filter((tool) => 'outputSchema' in tool)).toEqual([])
  })

  it('may be a prompt with a picture beside its text', async () => {
    const { messages } = (await ask('prompts/get', { name: 'test_prompt_with_image' })).result
    expect(messages.map(({ role, content: { type } }) => [role, type])).toEqual([
      ['user', 'image'],
      ['user', 'text'],
    ])
  })

  it('may be a file as a resource', async () => {
    const { contents } = (await ask('resources/read', { uri: 'test://static-binary' })).result
    expect(contents).toEqual([
      expect.objectContaining({
        mimeType: 'image/png',
        blob: expect.stringMatching(/^iVBOR.*=$/) as string,
      }),
    ])
  })
})

it('a tool of content answers content, and no other does', () => {
  const [content] = conformanceServer.tools
  const [table] = publisherServer.tools
  expect(() => defineTool({ ...content!, form: 'table' })).toThrow(TypeError)
  expect(() => defineTool({ ...table!, form: 'content' })).toThrow(TypeError)
})
