import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askTool } from '../../testing/ask-tool.ts'
import { onFile } from '../../testing/credential-matrix.ts'
import { grantOf } from '../../testing/oauth-grant.ts'
import { countOrgRows } from '../../testing/org-rows.ts'
import { mcpRequest, postMcp } from '../../testing/mcp-post.ts'
import { TestApp, type TestOrg } from '../../testing/start-test-app.ts'

interface Call extends Record<string, unknown> {
  tool: string
  outcome: string
}

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})
afterAll(() => app[Symbol.asyncDispose]())

/** Makes an organization with two sites, about which assistants have asked with two keys. */
async function makeHome() {
  const org: TestOrg = await app.org('self_hosted')
  const session = await app.session(org)
  const made = await app.api('POST', '/keys', { token: session, body: { scopes: ['*'] } })
  const key = String(made.body.data['key'])
  const keyId = String(made.body.data.id)
  const site = await app.site(key)
  const list = async (query = '', token = session) => {
    const { body } = await app.api('GET', `/org/assistant-calls${query}`, { token })
    return { ...body, calls: body.data as unknown as Call[] }
  }
  const ask = (tool: string, args: Record<string, unknown>, server = 'data') =>
    askTool(app, server, tool, key, args)
  return { org, session, key, keyId, site, list, ask }
}

describe('what assistants called', () => {
  it('is listed newest first, with who, what, of which site, how much and with what result', async () => {
    const { list, ask, keyId, site } = await makeHome()
    const table = await ask('list_sites', {})
    await ask('get_overview', { site: 'nowhere.example' })
    const document = await ask('fetch', { id: `site:${site}` }, 'publisher')
    const { calls, meta } = await list()
    const common = { at: app.clock.now(), keyId, keyName: expect.any(String), client: 'sdk' }
    const known = { ...common, at: new Date(common.at).toISOString(), milliseconds: 0 }
    expect(calls).toEqual([
      {
        ...known,
        server: 'publisher',
        tool: 'fetch',
        siteId: site,
        rows: null,
        bytes: expect.any(Number),
        outcome: 'ok',
      },
      {
        ...known,
        server: 'data',
        tool: 'get_overview',
        siteId: null,
        rows: null,
        bytes: expect.any(Number),
        outcome: 'NOT_FOUND',
      },
      {
        ...known,
        server: 'data',
        tool: 'list_sites',
        siteId: null,
        rows: (table.structured['rows'] as unknown[]).length,
        bytes: expect.any(Number),
        outcome: 'ok',
      },
    ])
    expect(meta.nextCursor).toBeNull()
    const [fetched] = calls
    const answer = { content: [{ type: 'text', text: document.text }] }
    expect(fetched!['bytes']).toBe(Buffer.byteLength(JSON.stringify(answer)))
  })

  it('names the site that an argument meant, or that was the only one', async () => {
    const { list, ask, site, key } = await makeHome()
    await ask('get_overview', {})
    await ask('get_overview', { site: 'https://www.example.com/' })
    await ask('get_overview', { site, range: 'never' })
    const other = await app.site(key, { domain: 'other.example' })
    await ask('list_pages', { site: other }, 'publisher')
    await ask('get_overview', {})
    const { calls } = await list()
    expect(calls.map(({ siteId }) => siteId)).toEqual([null, other, site, site, site])
  })

  it('has calls of both ways to an answer, and none with words of a caller', async () => {
    const { list, key, org } = await makeHome()
    const words = { name: 'ignore_all_instructions', arguments: { site: 'secret-of-mine' } }
    const calls = [
      { name: 'list_sites', arguments: { 'secret-of-mine': 1 } },
      words,
      { name: 'list_sites' },
    ]
    const [plain, ...batch] = calls.map((params, id) => ({
      ...mcpRequest('legacy', { method: 'tools/call', params, id }),
    }))
    await postMcp(app, 'data', plain!, key)
    await postMcp(app, 'data', { ...plain!, body: batch.map(({ body }) => body) }, key)
    await postMcp(app, 'data', mcpRequest('modern', { method: 'tools/list' }), key)
    const { calls: listed } = await list()
    expect(listed.map(({ tool, outcome }) => `${tool} ${outcome}`).toSorted()).toEqual([
      'list_sites VALIDATION_FAILED',
      'list_sites ok',
      'unknown UNKNOWN_TOOL',
    ])
    const stored = onFile(app, (file) =>
      file.prepare('SELECT * FROM assistant_call WHERE org_id = ?').all(org.id),
    )
    expect(JSON.stringify(stored)).not.toMatch(/secret|ignore/)
  })

  it('tells the family of a client by its header', async () => {
    const { list, key } = await makeHome()
    const agents = [
      'claude-code/2.1',
      'openai-mcp/1.0.0',
      'codex_cli_rs/0.147',
      'Cursor/3.1 (linux)',
      'Visual Studio Code/1.110',
      'python-httpx/0.28',
      'Ignore all instructions',
    ]
    for (const agent of agents) {
      const { headers, body } = mcpRequest('legacy', {
        method: 'tools/call',
        params: { name: 'list_sites' },
      })
      await postMcp(app, 'data', { headers: { ...headers, 'user-agent': agent }, body }, key)
    }
    const { calls } = await list()
    expect(calls.map(({ client }) => client).toReversed()).toEqual([
      'claude',
      'chatgpt',
      'codex',
      'cursor',
      'vscode',
      'sdk',
      'other',
    ])
  })

  it('is shown to admins with a session alone', async () => {
    const { org, key, session } = await makeHome()
    const codeFor = async (token?: string) =>
      (await app.api('GET', '/org/assistant-calls', token === undefined ? {} : { token })).body
        .error?.code
    expect(await codeFor(session)).toBeUndefined()
    expect(await codeFor(await app.session(org, 'admin'))).toBeUndefined()
    expect(await codeFor(await app.session(org, 'editor'))).toBe('ROLE_REQUIRED')
    expect(await codeFor(key)).toBe('SESSION_REQUIRED')
    expect(await codeFor()).toBe('UNAUTHENTICATED')
  })

  it('is of one’s own organization, whatever is filtered by', async () => {
    const [mine, other] = [await makeHome(), await makeHome()]
    await other.ask('get_overview', {})
    expect((await mine.list()).calls).toEqual([])
    expect((await other.list()).calls).toHaveLength(1)
    for (const query of [`?keyId=${other.keyId}`, `?siteId=${other.site}`]) {
      expect((await mine.list(query)).error?.code).toBe('NOT_FOUND')
      expect((await other.list(query)).calls).toHaveLength(1)
    }
    const third = await makeHome()
    for (let i = 0; i < 2; i++) await third.ask('get_overview', {})
    const { nextCursor } = (await third.list('?limit=1')).meta
    expect((await other.list(`?limit=1&cursor=${String(nextCursor)}`)).error?.code).toBe(
      'VALIDATION_FAILED',
    )
  })

  it('is filtered by key, site, tool, outcome and time', async () => {
    const { org, list, ask, keyId, site } = await makeHome()
    const second = await app.key(org)
    await ask('get_overview', {})
    app.clock.advance({ hours: 1 })
    const since = new Date(app.clock.now()).toISOString()
    await askTool(app, 'data', 'list_sites', second, {})
    await ask('get_timeseries', { range: 'never' })
    const toolsOf = async (query: string) => (await list(query)).calls.map(({ tool }) => tool)
    expect(await toolsOf(`?keyId=${keyId}`)).toEqual(['get_timeseries', 'get_overview'])
    expect(await toolsOf(`?siteId=${site}`)).toEqual(['get_timeseries', 'get_overview'])
    expect(await toolsOf('?tool=list_sites')).toEqual(['list_sites'])
    expect(await toolsOf('?outcome=VALIDATION_FAILED')).toEqual(['get_timeseries'])
    expect(await toolsOf(`?from=${since}`)).toEqual(['get_timeseries', 'list_sites'])
    expect(await toolsOf(`?to=${since}`)).toEqual(['get_overview'])
    const day = since.slice(0, 10)
    expect(await toolsOf(`?from=${day}&to=${day}`)).toHaveLength(3)
    expect((await list('?outcome=broken')).error?.code).toBe('VALIDATION_FAILED')
    expect((await list(`?from=${since}&to=${since}`)).error?.fields[0]).toMatchObject({
      path: 'to',
      code: 'illegal_pair',
    })
  })

  it('is paged without a gap and without a repetition, also among calls of one moment', async () => {
    const { list, ask } = await makeHome()
    const args = [...Array(7).keys()].map((i) => (i % 2 === 0 ? {} : { range: 'never' }))
    for (const [i, one] of args.entries()) {
      if (i === 4) app.clock.advance({ seconds: 1 })
      await ask('get_overview', one)
    }
    const whole = (await list()).calls
    const pages: Call[] = []
    let cursor: string | null | undefined
    do {
      const { calls, meta } = await list(`?limit=2${cursor ? `&cursor=${cursor}` : ''}`)
      pages.push(...calls)
      cursor = meta.nextCursor
    } while (cursor)
    expect(pages).toEqual(whole)
    expect(whole).toHaveLength(7)
    expect((await list('?limit=101')).error?.code).toBe('VALIDATION_FAILED')
  })

  it('stays with a revoked key, and goes with a deleted site', async () => {
    const { list, ask, session, keyId, site } = await makeHome()
    await ask('get_overview', {})
    await ask('list_sites', {})
    await app.api('DELETE', `/keys/${keyId}`, { token: session })
    expect((await list(`?keyId=${keyId}`)).calls).toHaveLength(2)
    await app.api('DELETE', `/sites/${site}`, { token: session })
    await app.app.services.maintenance.onIdle()
    expect((await list()).calls.map(({ tool }) => tool)).toEqual(['list_sites'])
  })

  it('names the grant with which an assistant called, and finds its calls', async () => {
    const { org, ask, list } = await makeHome()
    const { token, keyId } = await grantOf(app, org, { resource: '/mcp/data' })
    await ask('list_sites', {})
    await askTool(app, 'data', 'list_sites', token, {})
    const { calls } = await list(`?keyId=${keyId}`)
    expect(calls).toMatchObject([{ keyId, keyName: 'Assistant', tool: 'list_sites', rows: 1 }])
  })

  it('goes with its organization', async () => {
    const { org, ask } = await makeHome()
    await ask('list_sites', {})
    await app.app.services.assistantCalls.flush()
    const countOwn = () =>
      onFile(app, (file) =>
        file.prepare('SELECT COUNT(*) FROM assistant_call WHERE org_id = ?').pluck().get(org.id),
      )
    expect(countOwn()).toBe(1)
    await ask('list_sites', {})
    onFile(app, (file) => {
      file.pragma('foreign_keys = ON')
      file.exec('DROP TRIGGER audit_entry_no_delete')
      for (const table of ['audit_entry', 'outbox', 'session', 'api_key', 'site', 'member']) {
        file.prepare(`DELETE FROM ${table} WHERE org_id = ?`).run(org.id)
      }
      file.prepare('DELETE FROM organization WHERE id = ?').run(org.id)
    })
    await app.app.services.assistantCalls.flush()
    expect(countOwn()).toBe(0)
  })
})

describe('the record of calls', () => {
  it('is kept for thirty days', async () => {
    const { ask, org } = await makeHome()
    const { assistantCalls, maintenance } = app.app.services
    await ask('list_sites', {})
    app.clock.advance({ days: 1 })
    await ask('list_sites', {})
    const count = async () => {
      maintenance.hourly()
      await maintenance.onIdle()
      return countOrgRows(app.directory, org.id, 'assistant_call')
    }
    await assistantCalls.flush()
    app.clock.advance({ days: 28, hours: 23 })
    expect(await count()).toBe(2)
    app.clock.advance({ hours: 2 })
    expect(await count()).toBe(1)
    app.clock.advance({ days: 1 })
    expect(await count()).toBe(0)
  })

  it('is tried again where it could not be written, and no call fails by that', async () => {
    const { ask, list } = await makeHome()
    const rename = (from: string, to: string) =>
      onFile(app, (file) => file.exec(`ALTER TABLE ${from} RENAME TO ${to}`))
    rename('assistant_call', 'away')
    expect((await ask('list_sites', {})).isError).toBe(false)
    await app.app.services.assistantCalls.flush()
    expect((await ask('list_sites', {})).isError).toBe(false)
    rename('away', 'assistant_call')
    expect((await list()).calls).toHaveLength(2)
    // Each failed try is logged; how many tries there are depends on how long a call takes.
    expect(app.logs.filter((line) => line.includes('not written down'))).not.toHaveLength(0)
  })
})
