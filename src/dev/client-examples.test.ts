import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MCP_SERVERS } from '../../tools/index.ts'
import { KEY_VARIABLE } from '../domain/connect/connect-target.ts'
import { serverAddress, separateServers } from '../kernel/assistants/server-definition.ts'
import { parsedEntries } from '../testing/parsed-entries.ts'
import { withClientList } from './client-examples.ts'
import { staleFiles } from './docs.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

it('generated files are what the code says', () => expect(staleFiles()).toEqual([]))

it('the list of clients goes between its marks alone', () => {
  const readme = read('README.md')
  expect(withClientList(readme)).toBe(readme)
  expect(() => withClientList('# Citable\n')).toThrow('README.md lacks <!-- clients')
})

describe('an example', () => {
  it.each([
    ['.mcp.json', 'mcp', 'json'],
    ['examples/clients/claude-desktop.json', 'claude', 'json'],
    ['examples/clients/cursor.json', 'cursor', 'json'],
    ['examples/clients/vscode.json', 'vscode', 'json'],
    ['examples/clients/codex.toml', 'codex', 'toml'],
  ])('%s has every server, and a key from where the client takes it', (path, id, kind) => {
    const variables = { [KEY_VARIABLE]: 'ctbk_YOUR_KEY' }
    expect(parsedEntries(id, { kind, text: read(path), variables })).toEqual(
      separateServers(MCP_SERVERS).map((server) => ({
        name: `citable-${server.name}`,
        url: `http://127.0.0.1:8700${serverAddress(server)}`,
        authorization: server.publicLimit ? undefined : 'Bearer ctbk_YOUR_KEY',
      })),
    )
  })
})

interface RegistryInput {
  description?: string
  value?: string
  isRequired?: boolean
  isSecret?: boolean
  variables?: Record<string, RegistryInput>
}

interface RegistryFile {
  name: string
  title: string
  description: string
  version: string
  packages?: unknown
  remotes: {
    type: string
    url: string
    variables?: Record<string, RegistryInput>
    headers?: (RegistryInput & { name: string })[]
  }[]
}

const bracedIn = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')

describe('server.json', () => {
  const file = JSON.parse(read('server.json')) as RegistryFile

  it('keeps the rules of its schema', () => {
    expect(file).toMatchObject({
      $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    })
    expect(file.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
    for (const text of [file.title, file.description]) {
      expect(text.length).toBeGreaterThan(0)
      expect(text.length).toBeLessThanOrEqual(100)
    }
    const known = ['$schema', 'name', 'title', 'description', 'version', 'remotes']
    expect(Object.keys(file)).toEqual(known)
  })

  it('is of the version of package.json', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string }
    expect(file.version).toBe(version)
  })

  it('has every server over https, asks for host and for a key where one is needed, and keeps it secret', () => {
    expect(file.remotes.map(({ url }) => url)).toEqual(
      MCP_SERVERS.map((server) => `https://{host}${serverAddress(server)}`),
    )
    expect(file.remotes.filter(({ headers }) => !headers).map(({ url }) => url)).toEqual([
      'https://{host}/mcp/protocol',
    ])
    for (const { type, url, variables = {}, headers } of file.remotes) {
      expect(type).toBe('streamable-http')
      expect(url).toMatch(/^https?:\/\/[^\s]+$/)
      expect(Object.keys(variables)).toEqual(bracedIn(url))
      const secret = {
        name: 'Authorization',
        value: 'Bearer {key}',
        isRequired: true,
        isSecret: true,
      }
      expect(headers ?? [secret]).toMatchObject([secret])
      for (const { value = '', variables: inner = {} } of headers ?? []) {
        expect(Object.keys(inner)).toEqual(bracedIn(value))
        expect(inner['key']).toMatchObject({ isRequired: true, isSecret: true })
      }
    }
  })
})
