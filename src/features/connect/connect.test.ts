import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MCP_SERVERS } from '../../../tools/index.ts'
import { separateServers } from '../../kernel/assistants/server-definition.ts'
import { parsedEntries, type ConnectEntry } from '../../testing/parsed-entries.ts'
import { addressOfServer, mcpRequest } from '../../testing/mcp-post.ts'
import { TestApp, type TestOrg } from '../../testing/start-test-app.ts'

interface ConnectAnswer {
  placeholder: string
  plan: { name: string; mcp: boolean; message: string | null }
  servers: { name: string; title: string; url: string }[]
  clients: {
    id: string
    kind: string
    signsInBy: string
    text: string
    environment: { name: string; value: string } | null
    installLinks: { server: string; url: string }[]
    needs: string[]
  }[]
}

let app: TestApp
let org: TestOrg
let key: string

beforeAll(async () => {
  app = await TestApp.start()
  org = await app.org('business')
  key = await app.key(org, ['sites:read'])
})
afterAll(() => app[Symbol.asyncDispose]())

async function connection(query = '', token = key): Promise<ConnectAnswer> {
  const { status, body } = await app.api('GET', `/mcp/connect${query}`, { token })
  expect(status).toBe(200)
  return body.data as unknown as ConnectAnswer
}

const NAMES = separateServers(MCP_SERVERS).map(({ name }) => name)

async function clientOf(id: string, query = '') {
  const { clients } = await connection(`?client=${id}${query}`)
  const [client] = clients
  if (!client || clients.length > 1) throw new Error(`The answer has not ${id} alone`)
  return client
}

/**
 * Requests the tools at each address as the client would, with the key in place of the placeholder, or of the client's
 * own form of it.
 */
async function expectTools(entries: readonly ConnectEntry[]): Promise<void> {
  expect(entries.map(({ name }) => name)).toEqual(NAMES.map((name) => `citable-${name}`))
  for (const { name, url, authorization } of entries) {
    const { headers, body } = mcpRequest('legacy', { method: 'tools/list' })
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, ...(authorization !== undefined && { authorization }) },
      body: JSON.stringify(body),
    })
    expect(await response.text()).toContain(
      name === 'citable-protocol' ? '"name":"lint_prompt"' : '"name":"list_sites"',
    )
    expect([name, authorization === undefined]).toEqual([name, name === 'citable-protocol'])
  }
}

describe('GET /api/v1/mcp/connect', () => {
  it('tells every client of every server, with a placeholder for the key', async () => {
    const { placeholder, servers, clients } = await connection()
    expect(servers).toEqual(
      MCP_SERVERS.map(({ name, title }) => ({
        name,
        title,
        url: `${app.url}${addressOfServer(name)}`,
        isKeyed: name !== 'protocol',
      })),
    )
    expect(clients.map(({ id }) => id)).toEqual([
      'claude_ai',
      'claude',
      'claude_code',
      'chatgpt',
      'cursor',
      'vscode',
      'codex',
    ])
    expect(placeholder).toBe('ctbk_YOUR_KEY')
    expect(JSON.stringify(clients)).not.toContain(key)
  })

  it.each(['claude', 'claude_code', 'cursor', 'vscode', 'codex'])(
    'what %s is given reaches every server, once the key is put in',
    async (id) => {
      const { text, kind, environment } = await clientOf(id)
      const { placeholder } = await connection()
      expect(text).not.toContain(key)
      const variables = environment ? { [environment.name]: environment.value } : {}
      const entries = parsedEntries(id, { kind, text, variables })
      const ready = entries.map((entry) => ({
        ...entry,
        authorization: entry.authorization?.replace(placeholder, key),
      }))
      const sent = ready.map(({ authorization }) => authorization)
      expect(sent).toEqual([`Bearer ${key}`, `Bearer ${key}`, undefined])
      await expectTools(ready)
    },
  )

  it('an install link of Cursor holds the address and no key', async () => {
    const { installLinks } = await clientOf('cursor')
    const entries = installLinks.map(({ url }) => {
      const { protocol, host, pathname, searchParams } = new URL(url)
      expect(`${protocol}//${host}${pathname}`).toBe(
        'cursor://anysphere.cursor-deeplink/mcp/install',
      )
      const config = Buffer.from(searchParams.get('config') ?? '', 'base64').toString()
      const { url: address, headers } = JSON.parse(config) as {
        url: string
        headers?: { Authorization: string }
      }
      const name = searchParams.get('name') ?? ''
      const isOpen = name === 'citable-protocol'
      expect(headers?.Authorization).toBe(isOpen ? undefined : 'Bearer ${env:CITABLE_KEY}')
      return { name, url: address, authorization: isOpen ? undefined : `Bearer ${key}` }
    })
    await expectTools(entries)
  })

  it('an install link of VS Code asks for the key', async () => {
    const { installLinks } = await clientOf('vscode')
    const entries = installLinks.map(({ url }) => {
      const [, config = ''] = /^vscode:mcp\/install\?(.+)$/.exec(url) ?? []
      const { name, type, ...entry } = JSON.parse(decodeURIComponent(config)) as {
        name: string
        type: string
        url: string
        headers?: { Authorization: string }
        inputs?: unknown[]
      }
      expect(type).toBe('http')
      const isOpen = name === 'citable-protocol'
      const asked = { id: 'citable-key', password: true }
      expect({ inputs: [], ...entry }).toMatchObject({
        ...(!isOpen && { headers: { Authorization: 'Bearer ${input:citable-key}' } }),
        inputs: isOpen ? [] : [asked],
      })
      return { name, url: entry.url, authorization: isOpen ? undefined : `Bearer ${key}` }
    })
    await expectTools(entries)
  })

  it('agrees with the card of the servers, which needs no credential', async () => {
    const response = await fetch(`${app.url}/.well-known/mcp/server-card.json`)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    const card = (await response.json()) as { remotes: { url: string }[] }
    const { servers } = await connection()
    expect(card.remotes.map(({ url }) => url)).toEqual(servers.map(({ url }) => url))
    expect(card).toMatchObject({ title: 'Citable' })
    expect(card.remotes[0]).not.toHaveProperty('variables')
  })

  it.each(['claude_ai', 'chatgpt'])('says that %s signs in at one address', async (id) => {
    const client = await clientOf(id)
    expect(client).toMatchObject({ signsInBy: 'oauth', kind: 'steps', installLinks: [] })
    expect(client.text).toContain(`paste ${app.url}/mcp`)
    expect(client.text).not.toMatch(/ctbk_|\/mcp\/(?:data|publisher|protocol)/)
    expect(client.needs.join(' ')).toMatch(/ is known as http:\S+, which is no https address/)
    expect((await clientOf(id, '&server=data')).text).toContain(`paste ${app.url}/mcp/data`)
  })

  it('gives one server where one is asked for', async () => {
    const { servers, clients } = await connection('?server=data')
    expect(servers.map(({ name }) => name)).toEqual(['data'])
    expect(clients).toHaveLength(7)
    for (const { text, installLinks } of clients) {
      expect(text).not.toContain('/mcp/publisher')
      expect(installLinks.map(({ server }) => server)).not.toContain('publisher')
    }
  })

  it('gives the server of all tools where it is asked for, under the name of the service', async () => {
    const { clients } = await connection('?server=citable&client=claude_code')
    expect(clients[0]?.text).toContain(`http citable ${app.url}/mcp --header`)
  })

  it('refuses other clients and servers, and names those that there are', async () => {
    const refused = async (query: string) => {
      const { status, body } = await app.api('GET', `/mcp/connect${query}`, { token: key })
      expect(status).toBe(422)
      return body.error?.fields
    }
    expect(await refused('?client=emacs')).toMatchObject([
      {
        path: 'client',
        location: 'query',
        message: 'Must be one of claude_ai, claude, claude_code, chatgpt, cursor, vscode, codex',
      },
    ])
    expect(await refused('?server=partners')).toMatchObject([
      { path: 'server', message: 'Must be one of citable, publisher, data, protocol' },
    ])
    expect(await refused('?key=1')).toMatchObject([{ path: 'key', code: 'unknown_field' }])
  })

  it('tells a plan without MCP what it lacks, instead of refusing', async () => {
    for (const [plan, token] of [
      ['pro', await app.key(await app.org('pro'), ['rules:read'])],
      ['free', await app.session(await app.org('free'), 'viewer')],
    ] as const) {
      const { plan: told, clients } = await connection('', token)
      expect(told).toEqual({
        name: plan,
        mcp: false,
        message: 'MCP servers need the Business plan or higher',
      })
      expect(clients).toHaveLength(7)
    }
    expect((await connection()).plan).toEqual({ name: 'business', mcp: true, message: null })
  })
})
