import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestApp } from '../testing/start-test-app.ts'

let app: TestApp
let key: string

beforeAll(async () => {
  app = await TestApp.start()
  key = await app.key(await app.org('self_hosted'))
  await app.site(key, { domain: 'tea.example' })
})

afterAll(() => app[Symbol.asyncDispose]())

const requestInit = () => ({ headers: { authorization: `Bearer ${key}` } })
const WHO = { name: 'test', version: '1' }

async function connectV2(address: URL, mode: 'auto' | 'legacy') {
  const client = new Client(WHO, { versionNegotiation: { mode } })
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit: requestInit() }))
  return client
}

async function connectV1(address: URL) {
  const client = new ClientV1(WHO)
  await client.connect(new TransportV1(address, { requestInit: requestInit() }))
  return client
}

const CLIENTS = {
  'SDK v2, auto': (address: URL) => connectV2(address, 'auto'),
  'SDK v2, legacy': (address: URL) => connectV2(address, 'legacy'),
  'SDK v1': connectV1,
} as const

// @NOTE of the methods that are used here both clients have the same forms.
type AnyClient = Awaited<ReturnType<typeof connectV1>>

const PATHS = [
  ['publisher', 'citable://sites/{site}/pages/{+path}', 'site'],
  ['data', 'citable://sites/{site}/pages/{+path}', 'site'],
  ['publisher/s/tea.example', 'citable://sites/tea.example/pages/{+path}', 'path'],
  ['data/s/tea.example?structured=0', 'citable://sites/tea.example/pages/{+path}', 'path'],
] as const

describe.each(Object.entries(CLIENTS))('%s', (_, connect) => {
  it.each(PATHS)('reads resources, prompts and completions of /mcp/%s', async (path, uri, name) => {
    const client = (await connect(new URL(`${app.url}/mcp/${path}`))) as AnyClient
    const { resources } = await client.listResources()
    const uris = resources.map((one) => one.uri)
    expect(uris.filter((one) => one.startsWith('citable:'))).toEqual([
      'citable://metrics',
      'citable://sites/tea.example',
    ])
    for (const resource of resources) {
      const { contents } = await client.readResource({ uri: resource.uri })
      expect(contents[0]).toMatchObject({ uri: resource.uri, mimeType: resource.mimeType })
    }
    const { resourceTemplates } = await client.listResourceTemplates()
    expect(resourceTemplates.map((one) => one.uriTemplate)).toContain(uri)
    const { prompts } = await client.listPrompts()
    expect(prompts.length).toBeGreaterThan(0)
    for (const prompt of prompts) {
      const { messages } = await client.getPrompt({ name: prompt.name })
      expect(JSON.stringify(messages)).toContain('tea.example')
    }
    const { completion } = await client.complete({
      ref: { type: 'ref/resource', uri },
      argument: { name, value: '' },
    })
    expect(completion.values).toEqual(name === 'site' ? ['tea.example'] : [])
    await expect(client.readResource({ uri: 'citable://nothing' })).rejects.toThrow(
      'No such resource',
    )
    await client.close()
  })
})
