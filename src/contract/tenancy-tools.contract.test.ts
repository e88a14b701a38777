import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../domain/ids.ts'
import type { Tool } from '../kernel/assistants/server-definition.ts'
import { askMcp } from '../testing/ask-mcp.ts'
import { type Arguments, askTool } from '../testing/ask-tool.ts'
import { KEYED_SERVERS, SERVERS_OF_EACH_TOOL } from '../testing/keyed-servers.ts'
import { callsWithText, PROTOCOL_ARGUMENTS } from '../testing/protocol-calls.ts'
import { TestApp } from '../testing/start-test-app.ts'
import {
  foundOf,
  foundOfOwnSite,
  makeTwin,
  narrowedKey,
  SHARED,
  type Twin,
  unknownLike,
} from '../testing/twin-organizations.ts'

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

const tools = SERVERS_OF_EACH_TOOL.flatMap(({ name, tools: all }) =>
  all.map((tool): [string, Tool, string] => [`${name}/${tool.name}`, tool, name]),
)

const fieldsOf = ({ face: { input } }: Tool): string[] =>
  'shape' in input ? Object.keys(input.shape as object) : []

/** The arguments that a tool needs besides the site or id that it is about. */
const BESIDES: Record<string, Arguments> = {
  get_breakdown: { dimensions: ['path'] },
  compare_periods: { metrics: ['questions'] },
  search: { query: 'page' },
}

/** Pairs of arguments: one that names something of A, and one of the same form that names nothing. */
function foreignArguments(tool: Tool): [Arguments, Arguments][] {
  const more = BESIDES[tool.name] ?? {}
  const { sites, domain, pages, questions, promptId, ruleId } = a
  if (fieldsOf(tool).includes('checkId')) {
    const checkId = a.checks.own
    return [
      [
        { site: sites.own, checkId },
        { site: unknownLike(sites.own), checkId },
      ],
    ]
  }
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
    [{ id: `prompt:${promptId}` }, { id: `prompt:${newId('prm', 1)}` }],
    [{ id: `prompt:${pages.at(-1)}` }, { id: `prompt:${newId('pg', 1)}` }],
    [{ id: `rule:${ruleId}` }, { id: `rule:${newId('rul', 1)}` }],
  ]
}

const aboutOne = tools.filter(([, tool]) =>
  fieldsOf(tool).some((field) => field === 'site' || field === 'id'),
)

describe('tools that take a site or an id', () => {
  it('more than six tools are tried', () => expect(aboutOne.length).toBeGreaterThan(6))

  it.each(aboutOne)(
    '%s answers what belongs to another organization as what does not exist',
    async (_, tool, server) => {
      for (const [foreign, unknown] of foreignArguments(tool)) {
        const answer = await askTool(app, server, tool.name, b.key, foreign)
        expect(answer.isError).toBe(true)
        expect(answer.text).toMatch(/^NOT_FOUND: /)
        expect(answer).toEqual(await askTool(app, server, tool.name, b.key, unknown))
      }
    },
  )

  it.each(aboutOne)('%s answers the organization that it belongs to', async (_, tool, server) => {
    const refused = []
    for (const [own] of foreignArguments(tool)) {
      const { isError } = await askTool(app, server, tool.name, a.key, own)
      const isForPublishers = /^(?:question|prompt|rule):/.test(String(own['id']))
      if (isError !== (server === 'data' && isForPublishers)) refused.push(own)
    }
    expect(refused).toEqual([])
  })
})

/** Calls of every tool by B about itself, wide enough to find anything that is not fenced off. */
function ownArguments(tool: Tool): Arguments[] {
  const everybodys = PROTOCOL_ARGUMENTS[tool.name]
  if (everybodys) return [everybodys, ...callsWithText(tool.name, `${b.word} ${SHARED}`)]
  const fields = fieldsOf(tool)
  const sites = [b.sites.own, b.sites.shared, SHARED]
  const words = ['page', 'lanterns', 'common', 'example', a.word, a.domain, a.sites.own]
  const searches = words.map((query) => ({ query }))
  if (fields.includes('checkId')) {
    return [
      { site: b.sites.own, checkId: b.checks.own },
      { site: SHARED, checkId: b.checks.shared },
    ]
  }
  if (fields.includes('site')) {
    const ofAll = tool.name === 'search' ? searches : []
    const ofEach = sites.flatMap((site) => {
      const args = { ...BESIDES[tool.name], site }
      return fields.includes('query') ? [args, { ...args, query: 'lanterns' }] : [args]
    })
    return [...ofAll, ...ofEach]
  }
  if (fields.includes('id')) {
    return [...b.pages.map((id) => ({ id: `page:${id}` })), { id: `site:${SHARED}` }]
  }
  if (!fields.includes('query')) return [{}]
  return [...(tool.form === 'table' ? [{}] : []), ...searches]
}

it('an answer of an engine of another organization is none, whatever site is named', async () => {
  const ask = (checkId: string) =>
    askTool(app, 'publisher', 'get_citation_check', b.key, { site: SHARED, checkId })
  const foreign = await ask(a.checks.shared)
  expect(foreign.text).toMatch(/^NOT_FOUND: /)
  expect(foreign).toEqual(await ask(newId('chk', 1)))
})

describe('lists, searches and numbers', () => {
  it.each(tools)('%s shows nothing of another organization', async (_, tool, server) => {
    for (const args of ownArguments(tool)) {
      const answer = await askTool(app, server, tool.name, b.key, args)
      expect([args, answer.isError]).toEqual([args, false])
      expect(foundOf(a, answer)).toEqual([])
    }
  })

  it('search finds what is the caller’s own', async () => {
    const { text } = await askTool(app, 'publisher', 'search', b.key, { query: 'lanterns' })
    expect(b.questions.filter((id) => text.includes(id))).not.toEqual([])
    const pages = await askTool(app, 'data', 'search', b.key, { query: b.word })
    expect(b.pages.filter((id) => pages.text.includes(id))).toHaveLength(4)
  })
})

describe('a key that is narrowed to a site', () => {
  let key: string

  beforeAll(async () => {
    key = await narrowedKey(app, a.session, [a.sites.shared])
  })

  const isBeyond = (args: Arguments): boolean => {
    const { sites, pages, questions } = a
    const within = [sites.shared, ...pages.slice(0, 4), ...questions.slice(0, 4)]
    return !within.some((id) => JSON.stringify(args).includes(id))
  }

  it.each(aboutOne)(
    '%s answers what is of another site as what does not exist',
    async (_, tool, server) => {
      const beyond = foreignArguments(tool).filter(([args]) => isBeyond(args))
      expect(beyond).not.toEqual([])
      for (const [hidden, unknown] of beyond) {
        const answer = await askTool(app, server, tool.name, key, hidden)
        expect(answer.text).toMatch(/^NOT_FOUND: /)
        expect(answer).toEqual(await askTool(app, server, tool.name, key, unknown))
      }
    },
  )

  it.each(tools)('%s shows nothing of another site', async (_, tool, server) => {
    const fields = fieldsOf(tool)
    const more = BESIDES[tool.name] ?? PROTOCOL_ARGUMENTS[tool.name] ?? {}
    const queries = [{}, ...['page', 'lanterns', 'example'].map((query) => ({ query }))]
    for (const query of fields.includes('query') ? queries : [{}]) {
      const id = fields.includes('id') ? { id: `site:${SHARED}` } : {}
      const answer = await askTool(app, server, tool.name, key, { ...more, ...query, ...id })
      expect(foundOfOwnSite(a, answer)).toEqual([])
    }
  })

  it.each(KEYED_SERVERS)(
    'resources and completions of $name name its site alone',
    async (server) => {
      const ask = (method: string, params = {}, path = server.name) =>
        askMcp(app, { server: path, key }, method, params)
      const listed = await ask('resources/list')
      expect(JSON.stringify(listed)).toContain(SHARED)
      const [template] = server.resourceTemplates
      const ref = { type: 'ref/resource', uri: template?.uriTemplate }
      const completed = await ask('completion/complete', {
        ref,
        argument: { name: 'site', value: '' },
      })
      expect(completed.result.completion).toMatchObject({ values: [SHARED], total: 1 })
      expect(foundOfOwnSite(a, [listed, completed])).toEqual([])
      const read = await ask('resources/read', { uri: `citable://sites/${a.domain}` })
      const unknown = await ask('resources/read', { uri: 'citable://sites/nobody.example' })
      expect(read.error?.code).toBe(unknown.error?.code)
      expect((await ask('tools/list', {}, `${server.name}/s/${SHARED}`)).status).toBe(200)
      for (const site of [a.domain, a.sites.own, 'nobody.example']) {
        expect((await ask('tools/list', {}, `${server.name}/s/${site}`)).status).toBe(404)
      }
    },
  )
})

const PAGED: [server: string, tool: string, args: Arguments][] = [
  ['publisher', 'list_pages', { limit: 2 }],
  ['publisher', 'list_questions', { limit: 2 }],
  ['data', 'get_breakdown', { limit: 2, dimensions: ['path'] }],
]

describe('a cursor of another organization', () => {
  it.each(PAGED)('is refused by %s/%s', async (server, tool, args) => {
    const site = a.sites.own
    const first = await askTool(app, server, tool, a.key, { ...args, site })
    const cursor = first.structured['nextCursor']
    expect(cursor).toBeTypeOf('string')
    const next = await askTool(app, server, tool, a.key, { ...args, site, cursor })
    expect(next.isError).toBe(false)
    const foreign = [
      [b, b.sites.own],
      [b, b.sites.shared],
      [a, a.sites.shared],
    ] as const
    for (const [{ key }, other] of foreign) {
      const answer = await askTool(app, server, tool, key, { ...args, site: other, cursor })
      expect(answer.text).toMatch(/^VALIDATION_FAILED: /)
    }
  })
})
