import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dataToolset } from '../tools/data/index.ts'
import { publisherToolset } from '../tools/publisher/index.ts'
import { newId } from './core/ids.ts'
import type { Tool } from './mcp/tool.ts'
import { OPERATIONS } from './operations.ts'
import { callTool, type Arguments } from './testing/call-tool.ts'
import { TestApp } from './testing/start-test-app.ts'
import { makeTwin, marksOf, SHARED, type Twin } from './testing/twins.ts'

let app: TestApp
let a: Twin
let b: Twin

beforeAll(async () => {
  app = await TestApp.start()
  a = await makeTwin(app, 'alder')
  b = await makeTwin(app, 'birch')
})

beforeEach(() => app.clock.advance({ minutes: 2 }))

afterAll(() => app[Symbol.asyncDispose]())

const foundOf = (twin: Twin, answer: unknown): string[] => {
  const text = JSON.stringify(answer)
  return marksOf(twin).filter((mark) => text.includes(mark))
}

const totalsOf = async ({ key, sites }: Twin): Promise<unknown> => {
  const path = `/analytics/${sites.shared}/ai?range=today`
  return (await app.api('GET', path, { token: key })).body.data['totals']
}

const byPath = (site: string): string => `/analytics/${site}/ai?dimensions=path&limit=2`

const makeOnce = ({ key }: Twin) =>
  app.api('POST', '/sites', {
    token: key,
    body: { domain: 'once.example' },
    headers: { 'idempotency-key': 'the-same' },
  })

describe('the twins', () => {
  it('have the same data under ids of their own', () => {
    expect(a.pages).toHaveLength(8)
    expect(a.questions).toHaveLength(8)
    expect(b.pages).toHaveLength(8)
    expect(b.questions).toHaveLength(8)
    const both = new Set([...marksOf(a), ...marksOf(b)])
    expect(both.size).toBe(marksOf(a).length + marksOf(b).length)
  })
})

/** For each route with an id in its path: the ids of A that fit, and the body of a call that would work. */
const ROUTES: Record<string, { ids: (twin: Twin) => string[]; body?: Arguments }> = {
  'keys.revoke': { ids: ({ keyId }) => [keyId] },
  'sites.get': { ids: ({ sites }) => [sites.own, sites.shared] },
  'sites.update': {
    ids: ({ sites }) => [sites.own, sites.shared],
    body: { name: 'Taken', questions: 'off' },
  },
  'scans.get': { ids: ({ scanId }) => [scanId] },
  'scans.cancel': { ids: ({ scanId }) => [scanId] },
  'prompts.list': { ids: ({ sites, domain }) => [sites.own, sites.shared, domain] },
  'prompts.update': { ids: ({ pages }) => pages, body: { state: 'disabled' } },
  'prompts.regenerate': { ids: ({ sites }) => [sites.own, sites.shared], body: { all: true } },
  'prompts.import': {
    ids: ({ sites }) => [sites.own, sites.shared],
    body: { records: [{ path: '/', templates: [] }] },
  },
  'prompts.export': { ids: ({ sites }) => [sites.own, sites.shared] },
  'rules.list': { ids: ({ sites, domain }) => [sites.own, sites.shared, domain] },
  'rules.create': {
    ids: ({ sites }) => [sites.own, sites.shared],
    body: { name: 'Taken', stop: true },
  },
  'rules.update': { ids: ({ sites }) => [sites.own, sites.shared], body: { name: 'Taken' } },
  'rules.delete': { ids: ({ sites }) => [sites.own, sites.shared] },
  'rules.reorder': { ids: ({ sites }) => [sites.own, sites.shared], body: { ruleIds: [] } },
  'rules.test': { ids: ({ sites }) => [sites.own, sites.shared], body: { path: '/' } },
  'sites.delete': { ids: ({ sites }) => [sites.own, sites.shared] },
  'analytics.ai': { ids: ({ sites, domain }) => [sites.own, sites.shared, domain] },
  'topics.list': { ids: ({ sites, domain }) => [sites.own, sites.shared, domain] },
  'topics.update': { ids: ({ sites }) => [sites.own, sites.shared], body: { label: 'Taken' } },
  'topics.merge': {
    ids: ({ sites }) => [sites.own, sites.shared],
    body: { into: 'top_1', from: ['top_2'] },
  },
  'analytics.export': { ids: ({ sites, domain }) => [sites.own, sites.shared, domain] },
}

const routes = OPERATIONS.filter(({ http, access }) => {
  return http?.path.includes(':') && access.by !== 'public'
})

/** An id, or a domain, of the same form that nobody has. */
const unknownLike = (id: string): string =>
  id.includes('.')
    ? 'nobody.example'
    : newId(KINDS.find((kind) => id.startsWith(kind)) ?? 'site', 1)

const KINDS = ['key', 'job'] as const

describe('routes that take an id', () => {
  it('are all tried', () => {
    expect(routes.map(({ name }) => name).toSorted()).toEqual(Object.keys(ROUTES).toSorted())
  })

  it.each(routes.map((route) => [route.name, route] as const))(
    '%s answers another organization’s id as one that does not exist',
    async (name, { http, access }) => {
      const { ids, body } = ROUTES[name]!
      const tokens = access.by === 'session' ? [b.session] : [b.session, b.key]
      for (const token of tokens) {
        for (const id of ids(a)) {
          const call = (value: string) =>
            app.api(http!.method.toUpperCase(), http!.path.replace(/:\w+/, value), {
              token,
              ...(body && { body }),
            })
          const [foreign, unknown] = [await call(id), await call(unknownLike(id))]
          expect([foreign.status, foreign.body.error?.code]).toEqual([404, 'NOT_FOUND'])
          expect(unknown.status).toBe(404)
          const { meta, ...answer } = foreign.body
          expect(Object.keys(meta)).toEqual(['requestId'])
          expect({ ...answer, meta: unknown.body.meta }).toEqual(unknown.body)
          expect([...foreign.headers.keys()]).toEqual([...unknown.headers.keys()])
        }
      }
    },
  )

  it('know no rule of another organization, also on a site of one’s own', async () => {
    for (const method of ['PUT', 'DELETE']) {
      const call = (id: string) =>
        app.api(method, `/rules/${b.sites.own}/${id}`, {
          token: b.session,
          ...(method === 'PUT' && { body: { name: 'Taken' } }),
        })
      const [foreign, unknown] = [await call(a.ruleId), await call(newId('rul', 1))]
      expect([foreign.status, foreign.body.error]).toEqual([404, unknown.body.error])
    }
    const path = `/rules/${b.sites.own}/reorder`
    const body = { ruleIds: [b.ruleId, a.ruleId] }
    const { body: answer } = await app.api('POST', path, { token: b.session, body })
    expect(answer.error?.fields).toMatchObject([{ path: 'ruleIds[1]', code: 'unknown_rule' }])
    const draft = { id: a.ruleId, stop: true }
    const tried = await app.api('POST', `/rules/${b.sites.own}/test`, {
      token: b.session,
      body: { path: '/', rule: draft },
    })
    expect(tried.status).toBe(404)
  })

  it('leave the other organization as it was', async () => {
    const { body } = await app.api('GET', `/sites/${a.sites.own}`, { token: a.key })
    expect(body.data).toMatchObject({ name: a.domain, privacy: { questions: 'full' }, version: 1 })
    const rules = await app.api('GET', `/rules/${a.sites.own}`, { token: a.key })
    expect(rules.body.data).toMatchObject([{ id: a.ruleId, name: 'The alder rule', version: 1 }])
    const prompts = await app.api('GET', `/prompts/${a.sites.own}`, { token: a.key })
    expect(prompts.body.data).toMatchObject([
      { id: a.promptId, questions: ['What of alder?'], version: 1 },
    ])
    const keys = await app.api('GET', '/keys', { token: a.session })
    expect(keys.body.data).toMatchObject([{ id: a.keyId, status: 'active' }])
  })
})

const tools = [publisherToolset, dataToolset].flatMap(({ name, tools: all }) =>
  all.map((tool): [string, Tool, string] => [`${name}/${tool.name}`, tool, name]),
)

const fieldsOf = ({ operation: { input } }: Tool): string[] =>
  'shape' in input ? Object.keys(input.shape as object) : []

/** What a tool needs besides the site or id that it is about. */
const BESIDES: Record<string, Arguments> = {
  get_breakdown: { dimensions: ['path'] },
  compare_periods: { metric: 'questions' },
}

/** Pairs of arguments: one that names something of A, and one of the same form that names nothing. */
function foreignArguments(tool: Tool): [Arguments, Arguments][] {
  const more = BESIDES[tool.name] ?? {}
  const { sites, domain, pages, questions } = a
  if (fieldsOf(tool).includes('site')) {
    return [sites.own, sites.shared, domain].map((site) => [
      { ...more, site },
      { ...more, site: unknownLike(site) },
    ])
  }
  return [
    [{ id: `site:${sites.own}` }, { id: `site:${newId('site', 1)}` }],
    [{ id: `site:${domain}` }, { id: 'site:nobody.example' }],
    ...pages.map((id): [Arguments, Arguments] => [
      { id: `page:${id}` },
      { id: `page:${newId('pg', 1)}` },
    ]),
    ...questions.map((id): [Arguments, Arguments] => [
      { id: `question:${id}` },
      { id: 'question:qst_00000000000000000000' },
    ]),
  ]
}

const aboutOne = tools.filter(([, tool]) =>
  fieldsOf(tool).some((field) => field === 'site' || field === 'id'),
)

describe('tools that take a site or an id', () => {
  it('are there to be tried', () => expect(aboutOne.length).toBeGreaterThan(6))

  it.each(aboutOne)(
    '%s answers what belongs to another organization as what does not exist',
    async (_, tool, server) => {
      for (const [foreign, unknown] of foreignArguments(tool)) {
        const answer = await callTool(app, server, tool.name, b.key, foreign)
        expect(answer.isError).toBe(true)
        expect(answer.text).toMatch(/^NOT_FOUND: /)
        expect(answer).toEqual(await callTool(app, server, tool.name, b.key, unknown))
      }
    },
  )

  it.each(aboutOne)('%s answers the organization that it belongs to', async (_, tool, server) => {
    const refused = []
    for (const [own] of foreignArguments(tool)) {
      const { isError } = await callTool(app, server, tool.name, a.key, own)
      const isQuestion = String(own['id']).startsWith('question:')
      if (isError !== (server === 'data' && isQuestion)) refused.push(own)
    }
    expect(refused).toEqual([])
  })
})

/** Calls of every tool by B about itself, wide enough to find anything that is not fenced off. */
function ownArguments(tool: Tool): Arguments[] {
  const fields = fieldsOf(tool)
  const sites = [b.sites.own, b.sites.shared, SHARED]
  if (fields.includes('site')) {
    return sites.flatMap((site) => {
      const args = { ...BESIDES[tool.name], site }
      return fields.includes('query') ? [args, { ...args, query: 'lanterns' }] : [args]
    })
  }
  if (fields.includes('id')) {
    return [...b.pages.map((id) => ({ id: `page:${id}` })), { id: `site:${SHARED}` }]
  }
  if (!fields.includes('query')) return [{}]
  const words = ['page', 'lanterns', 'common', 'example', a.word, a.domain, a.sites.own]
  return [...(tool.form === 'table' ? [{}] : []), ...words.map((query) => ({ query }))]
}

describe('lists, searches and numbers', () => {
  it.each(tools)('of %s hold nothing of another organization', async (_, tool, server) => {
    for (const args of ownArguments(tool)) {
      const answer = await callTool(app, server, tool.name, b.key, args)
      expect(answer.isError).toBe(false)
      expect(foundOf(a, answer)).toEqual([])
    }
  })

  it('find their own', async () => {
    const { text } = await callTool(app, 'publisher', 'search', b.key, { query: 'lanterns' })
    expect(b.questions.filter((id) => text.includes(id))).not.toEqual([])
    const pages = await callTool(app, 'data', 'search', b.key, { query: b.word })
    expect(b.pages.filter((id) => pages.text.includes(id))).toHaveLength(4)
  })

  it.each(['/sites', '/keys', '/org'])(
    'of %s hold nothing of another organization',
    async (path) => {
      const answer = await app.api('GET', path, { token: b.session })
      expect(answer.status).toBe(200)
      expect(foundOf(a, answer.body)).toEqual([])
      expect(foundOf(b, answer.body)).not.toEqual([])
    },
  )

  it('count each organization’s events once, also on a domain that both have', async () => {
    expect(await totalsOf(b)).toMatchObject({ impressions: 4, ai_clicks: 4, questions: 4 })
    expect(await totalsOf(a)).toEqual(await totalsOf(b))
  })
})

const PAGED: [server: string, tool: string, args: Arguments][] = [
  ['publisher', 'list_pages', { limit: 2 }],
  ['publisher', 'list_questions', { limit: 2 }],
  ['data', 'get_breakdown', { limit: 2, dimensions: ['path'] }],
]

describe('a cursor of another organization', () => {
  it.each(PAGED)('is refused by %s/%s', async (server, tool, args) => {
    const site = a.sites.own
    const first = await callTool(app, server, tool, a.key, { ...args, site })
    const cursor = first.structured['nextCursor']
    expect(cursor).toBeTypeOf('string')
    const next = await callTool(app, server, tool, a.key, { ...args, site, cursor })
    expect(next.isError).toBe(false)
    const foreign = [
      [b, b.sites.own],
      [b, b.sites.shared],
      [a, a.sites.shared],
    ] as const
    for (const [{ key }, other] of foreign) {
      const answer = await callTool(app, server, tool, key, { ...args, site: other, cursor })
      expect(answer.text).toMatch(/^VALIDATION_FAILED: /)
    }
  })

  it('is refused by the analytics route', async () => {
    const first = await app.api('GET', byPath(a.sites.own), { token: a.key })
    const cursor = String(first.body.data['nextCursor'])
    const call = async ({ key }: Twin, site: string): Promise<number> =>
      (await app.api('GET', `${byPath(site)}&cursor=${cursor}`, { token: key })).status
    expect(await call(a, a.sites.own)).toBe(200)
    expect(await call(b, b.sites.own)).toBe(422)
    expect(await call(a, a.sites.shared)).toBe(422)
  })

  it('shows no rows but one’s own in the list of sites', async () => {
    const first = await app.api('GET', '/sites?limit=1', { token: a.key })
    const cursor = String(first.body.meta.nextCursor)
    const answer = await app.api('GET', `/sites?limit=1&cursor=${cursor}`, { token: b.key })
    expect(foundOf(a, answer.body)).toEqual([])
  })
})

describe('an Idempotency-Key', () => {
  it('of one organization says nothing to another', async () => {
    const [first, second] = [await makeOnce(a), await makeOnce(b)]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body.data.id).not.toBe(first.body.data.id)
    expect((await makeOnce(a)).body.data.id).toBe(first.body.data.id)
  })
})
