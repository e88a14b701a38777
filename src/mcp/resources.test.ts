import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askMcp } from '../testing/ask-mcp.ts'
import { LocalScans } from '../testing/local-scans.ts'
import { MCP_ERAS, type McpEra } from '../testing/mcp-post.ts'
import { page } from '../testing/web-site.ts'

let scans: LocalScans
let domain: string

beforeAll(async () => {
  scans = await LocalScans.start()
  const site = await scans.site({
    '/': page('Tea', { links: ['/guides/green'] }),
    '/guides/green': page('Green tea', { text: 'Steep it for three minutes.' }),
  })
  await scans.run(site)
  await scans.app.collect(site, [{ kind: 'impression', url: '/guides/green' }])
  const { body } = await scans.app.api('GET', `/sites/${site}`, { token: scans.key })
  domain = String(body.data['domain'])
})

afterAll(() => scans[Symbol.asyncDispose]())

const ask = (
  server: string,
  method: string,
  params = {},
  era: McpEra = 'legacy',
  key = scans.key,
) => askMcp(scans.app, { server, key, era }, method, params)

const read = async (server: string, uri: string, era?: McpEra) => {
  const { result, error } = await ask(server, 'resources/read', { uri }, era)
  if (error) throw new Error(JSON.stringify(error))
  return result.contents
}

describe.each(MCP_ERAS)('resources in the %s era', (era) => {
  it.each(['publisher', 'data'])(
    'are listed on %s: the definitions and each site',
    async (server) => {
      const { result } = await ask(server, 'resources/list', {}, era)
      const uris = result.resources.map(({ uri }) => uri)
      expect(uris.filter((uri) => uri.startsWith('citable:'))).toEqual([
        'citable://metrics',
        `citable://sites/${domain}`,
      ])
      const { result: templates } = await ask(server, 'resources/templates/list', {}, era)
      expect(templates.resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
        'citable://sites/{site}',
        'citable://sites/{site}/pages/{+path}',
      ])
    },
  )

  it('are read by their URI, with the type that the list said', async () => {
    const [metrics] = await read('data', 'citable://metrics', era)
    expect(metrics).toMatchObject({ uri: 'citable://metrics', mimeType: 'text/markdown' })
    expect(metrics?.text).toContain('- ai_ctr (ratio): AI clicks for each impression.')
    const [summary] = await read('publisher', `citable://sites/${domain}`, era)
    expect(summary?.text).toContain('last scan: succeeded, 2 pages read of 2')
    // Every time is that of the site's zone, with its offset.
    expect(summary?.text).toMatch(/; last complete \d{4}-\d\d-\d\dT[\d:]+\+00:00\n/)
    expect(summary?.text).not.toMatch(/\dZ\b/)
    const [report] = await read('data', `citable://sites/${domain}`, era)
    expect(report?.text).toContain('impressions: 1 (before n/a')
  })

  it('that are not there have the code of the revision', async () => {
    const code = era === 'modern' ? -32_602 : -32_002
    for (const uri of [
      'citable://sites/other.example',
      `citable://sites/${domain}/pages/nowhere`,
      'citable://nothing',
      `citable://sites/${domain}/pages/guides/*`,
      'citable://sites/%E0%A4%A',
      `citable://sites/${'x'.repeat(5_000)}`,
    ]) {
      const { error } = await ask('publisher', 'resources/read', { uri }, era)
      expect([uri, error?.code, error?.data]).toEqual([uri, code, { uri }])
    }
  })
})

describe('a page as a resource', () => {
  it.each(['guides/green', '/guides/green', 'guides/green/'])(
    'is found by its path, as %s',
    async (path) => {
      const uri = `citable://sites/${domain}/pages/${path}`
      expect((await read('publisher', uri))[0]?.text).toContain('Steep it for three minutes.')
      expect((await read('data', uri))[0]?.text).toContain('impressions: 1 (before n/a')
    },
  )

  it('shows what was written there in a fence alone, and nothing of it on /mcp/data', async () => {
    const uri = `citable://sites/${domain}/pages/guides/green`
    const [text] = await read('publisher', uri)
    const outside = text?.text.replaceAll(/<(untrusted-[0-9a-f]{12})>[^]*<\/\1>/g, '')
    expect(outside).not.toContain('Steep')
    expect((await read('data', uri))[0]?.text).not.toContain('Steep')
  })

  it('may be the start page', async () => {
    const [text] = await read('publisher', `citable://sites/${domain}/pages/`)
    expect(text?.text).toContain('Tea')
  })
})

describe('the lists of resources', () => {
  it('go on with a cursor, and refuse one that is none', async () => {
    const org = await scans.app.org('self_hosted')
    const key = await scans.app.key(org)
    for (let i = 0; i < 103; i++) await scans.app.site(key, { domain: `s${i}.example` })
    const { result: first } = await ask('data', 'resources/list', {}, 'legacy', key)
    expect(first.resources).toHaveLength(102)
    const cursor = first.nextCursor
    const { result: second } = await ask('data', 'resources/list', { cursor }, 'modern', key)
    expect(second.resources).toHaveLength(3)
    expect(second.nextCursor).toBeUndefined()
    const { error } = await ask('data', 'resources/list', { cursor: 'made up' }, 'legacy', key)
    expect(error).toMatchObject({ code: -32_602, data: { code: 'VALIDATION_FAILED' } })
  })

  it('may be kept for a while, by the caller alone', async () => {
    for (const [method, params] of [
      ['resources/list', {}],
      ['resources/templates/list', {}],
      ['resources/read', { uri: 'citable://metrics' }],
    ] as const) {
      const { result } = await ask('data', method, params, 'modern')
      expect([method, result.cacheScope]).toEqual([method, 'private'])
      expect(result.ttlMs).toBeGreaterThan(0)
    }
  })

  it('are announced', async () => {
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    }
    const { result } = await ask('data', 'initialize', params)
    expect(result.capabilities).toMatchObject({ resources: { listChanged: false } })
    const { result: found } = await ask('data', 'server/discover', {}, 'modern')
    expect(found.capabilities).toMatchObject({ resources: {} })
  })
})

describe('without the scope', () => {
  it('a resource is not listed, and says what it needs when it is read', async () => {
    const key = await scans.app.key(scans.org, ['prompts:read'])
    const { result } = await ask('publisher', 'resources/list', {}, 'legacy', key)
    expect(result.resources).toEqual([])
    for (const uri of ['citable://metrics', `citable://sites/${domain}`]) {
      const { error } = await ask('publisher', 'resources/read', { uri }, 'legacy', key)
      expect(error).toMatchObject({ code: -32_000, data: { code: 'INSUFFICIENT_SCOPE' } })
      expect(error?.message).toMatch(/lacks (analytics|sites):read/)
    }
  })
})
