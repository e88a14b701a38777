import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Tool } from '../kernel/assistants/server-definition.ts'
import { askMcp } from '../testing/ask-mcp.ts'
import { type Arguments, askTool } from '../testing/ask-tool.ts'
import { KEYED_SERVERS } from '../testing/keyed-servers.ts'
import { addressOfServer, MCP_ERAS, type McpEra } from '../testing/mcp-post.ts'
import { TestApp } from '../testing/start-test-app.ts'
import { makeTwin, SHARED, type Twin } from '../testing/twin-organizations.ts'

let app: TestApp
let twin: Twin
let other: Twin

beforeAll(async () => {
  app = await TestApp.start()
  twin = await makeTwin(app, 'alder')
  other = await makeTwin(app, 'birch')
})

beforeEach(() => app.clock.advance({ minutes: 2 }))

afterAll(() => app[Symbol.asyncDispose]())

const ask = (path: string, method: string, params = {}, era: McpEra = 'legacy', key = twin.key) =>
  askMcp(app, { server: path, key, era }, method, params)

const call = (path: string, name: string, args: Arguments = {}) =>
  askTool(app, path, name, twin.key, args)

describe.each(KEYED_SERVERS)('/mcp/$name/s/{site}', ({ name: server, tools }) => {
  const shared = `${server}/s/${SHARED}`

  it.each(MCP_ERAS)(
    'has no site in its schemas, and the rest of them as ever, in the %s era',
    async (era) => {
      const { result: all } = await ask(server, 'tools/list', {}, era)
      const { result: bound } = await ask(shared, 'tools/list', {}, era)
      const propertiesOf = (list: unknown) =>
        (list as { name: string; inputSchema: { properties: object } }[]).map((tool) => [
          tool.name,
          Object.keys(tool.inputSchema.properties),
        ])
      const wanted = propertiesOf(all.tools).map(([name, names]) => [
        name,
        (names as string[]).filter((one) => one !== 'site'),
      ])
      expect(propertiesOf(bound.tools)).toEqual(wanted)
      expect(JSON.stringify(propertiesOf(all.tools))).toContain('"site"')
    },
  )

  it('is found by domain, host and id, in any case, and nobody else is told so', async () => {
    const own = [SHARED, SHARED.toUpperCase(), `www.${SHARED}`, twin.sites.shared]
    for (const site of own) {
      const { status } = await ask(`${server}/s/${encodeURIComponent(site)}`, 'tools/list')
      expect([site, status]).toEqual([site, 200])
    }
    const refusals = await Promise.all(
      [other.domain, other.sites.own, 'nobody.example', 'alde', '%25', '%E0%A4%A', '%00'].map(
        async (site) => [site, await ask(`${server}/s/${site}`, 'tools/list')] as const,
      ),
    )
    for (const [site, { status, error }] of refusals) {
      expect([site, status >= 400 && status < 500]).toEqual([site, true])
      expect(JSON.stringify(error)).not.toContain(other.word)
    }
    const [foreign, foreignId, unknown] = refusals.map(([, { status, error }]) => ({
      status,
      code: error?.data?.['code'],
      message: error?.message,
    }))
    expect(foreign).toEqual(unknown)
    expect(foreignId).toEqual(unknown)
    expect(unknown).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    expect((await ask(`${server}/s/`, 'tools/list')).status).toBe(404)
    expect((await ask(`${server}/s/a/s/${SHARED}`, 'tools/list')).status).toBe(404)
    expect((await ask(`${shared}/x`, 'tools/list')).status).toBe(404)
  })

  const sited = tools.filter(
    ({ face: { input } }) => 'shape' in input && 'site' in (input.shape as object),
  )
  const BESIDES: Record<string, Arguments> = {
    get_breakdown: { dimensions: ['path'] },
    compare_periods: { metrics: ['questions'] },
    search: { query: 'lanterns' },
  }
  const argumentsOf = ({ name }: Tool): Arguments =>
    name === 'get_citation_check' ? { checkId: twin.checks.shared } : (BESIDES[name] ?? {})

  it.each(sited.map((tool) => [tool.name, tool] as const))(
    '%s is about the site, takes its name as well, and refuses any other',
    async (name, tool) => {
      const args = argumentsOf(tool)
      const answer = await call(shared, name, args)
      expect([answer.isError, answer.text]).toEqual([false, answer.text])
      expect(answer.text).not.toContain(twin.word)
      for (const site of [SHARED, twin.sites.shared]) {
        expect((await call(shared, name, { ...args, site })).isError).toBe(false)
      }
      const refused = [twin.domain, twin.sites.own, other.domain, 'nobody.example']
      for (const site of refused) {
        const { text, isError } = await call(shared, name, { ...args, site })
        expect([site, isError]).toEqual([site, true])
        expect(text).toContain(`bound to ${SHARED}; leave site out`)
        expect(text).not.toContain(twin.word)
      }
    },
  )

  it('says of an unknown argument what is legal, without the site', async () => {
    const [tool] = sited
    const { text } = await call(shared, tool!.name, { zz: 1 })
    expect(text).toContain('zz: unknown argument; valid: ')
    expect(text).not.toMatch(/\bsite\b/)
  })

  it('lists, searches and fetches that site alone', async () => {
    const sites = await call(shared, 'list_sites')
    expect(sites.text).toContain(SHARED)
    expect(sites.text).not.toContain(twin.domain)
    const found = await call(server, 'search', { query: twin.word })
    expect(found.text).toContain(twin.word)
    expect((await call(shared, 'search', { query: twin.word })).text).not.toContain(twin.domain)
    expect((await call(shared, 'search', { query: 'common lanterns' })).text).toContain(SHARED)
    const topics = await app.api('GET', `/topics/${twin.sites.own}`, { token: twin.key })
    // @NOTE the items of this list have an id; another shape fails the call that is made with it.
    const [topic] = topics.body.data as unknown as { id: string }[]
    const ids = [
      `topic:${topic!.id}`,
      `site:${twin.sites.own}`,
      `site:${twin.domain}`,
      `page:${twin.pages.at(-1)}`,
      `page:${twin.domain}/${twin.word}-one`,
      `rule:${twin.ruleId}`,
      `prompt:${twin.promptId}`,
      `question:${twin.questions.at(-1)}`,
    ]
    for (const id of ids) {
      const isForPublishers = /^(?:question|prompt|rule):/.test(id)
      expect([id, (await call(server, 'fetch', { id })).isError]).toEqual([
        id,
        server === 'data' && isForPublishers,
      ])
      const { text, isError } = await call(shared, 'fetch', { id })
      expect([id, isError, text.replace(id, '').includes(twin.word)]).toEqual([id, true, false])
    }
  })

  it('has resources, prompts and completions of that site alone', async () => {
    const { result: listed } = await ask(shared, 'resources/list')
    const uris = listed.resources.map(({ uri }) => uri)
    expect(uris.filter((uri) => uri.startsWith('citable:'))).toEqual([
      'citable://metrics',
      `citable://sites/${SHARED}`,
    ])
    const { result: templates } = await ask(shared, 'resources/templates/list')
    const texts = `citable://sites/${SHARED}/pages/{+path}`
    const reports = `citable://reports/${SHARED}/pages/{+path}`
    expect(templates.resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(
      server === 'citable' ? [texts, reports] : [texts],
    )
    const { error } = await ask(shared, 'resources/read', { uri: `citable://sites/${twin.domain}` })
    expect(error?.code).toBe(-32_002)
    const { result: read } = await ask(shared, 'resources/read', {
      uri: `citable://sites/${SHARED}`,
    })
    expect(read.contents[0]?.text).toContain(SHARED)
    const { result: prompts } = await ask(shared, 'prompts/list')
    for (const { name, arguments: taken } of prompts.prompts) {
      expect(taken?.map((one) => one.name)).not.toContain('site')
      const { result: got } = await ask(shared, 'prompts/get', { name })
      expect(got.messages[0]?.content.text).toContain(SHARED)
      const foreign = await ask(shared, 'prompts/get', { name, arguments: { site: twin.domain } })
      expect(foreign.error?.message).toContain(`bound to ${SHARED}`)
    }
    const ref = { type: 'ref/resource', uri: texts }
    const completed = await ask(shared, 'completion/complete', {
      ref,
      argument: { name: 'site', value: '' },
    })
    expect(completed.error?.code).toBe(-32_602)
  })

  it('asks for a credential to itself, and says where to look', async () => {
    const response = await fetch(`${app.url}${addressOfServer(shared)}`, {
      method: 'POST',
      body: '{}',
    })
    expect(response.status).toBe(401)
    const challenge = response.headers.get('www-authenticate') ?? ''
    const address = /resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? ''
    expect(await (await fetch(address)).json()).toMatchObject({
      resource: `${app.url}${addressOfServer(shared)}`,
    })
    const odd = await fetch(`${app.url}${addressOfServer(server)}/s/%22%2C%20x%3D%22`, {
      method: 'POST',
    })
    expect(odd.headers.get('www-authenticate')).toMatch(
      /^Bearer resource_metadata="[^"\s]+\/s\/%22%2C%20x%3D%22", scope="[\w: ]+"$/,
    )
  })

  it('needs a scope that may know of sites', async () => {
    const key = await app.key(twin.org, ['org:read'])
    const { status, error } = await ask(shared, 'tools/list', {}, 'legacy', key)
    expect([status, error?.data?.['code']]).toEqual([403, 'INSUFFICIENT_SCOPE'])
  })
})

it('the account counts all sites of the organization, wherever it is asked', async () => {
  const { structured } = await call(`publisher/s/${SHARED}`, 'get_account')
  expect(structured['usage']).toMatchObject({ sites: 2 })
})

it('a site that is deleted is no address any more', async () => {
  const site = await app.site(twin.key, { domain: 'gone.example' })
  expect((await ask('data/s/gone.example', 'tools/list')).status).toBe(200)
  await app.api('DELETE', `/sites/${site}`, { token: twin.session })
  expect((await ask('data/s/gone.example', 'tools/list')).status).toBe(404)
})
