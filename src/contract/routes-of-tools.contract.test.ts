import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { OPERATIONS } from '../server/operations.ts'
import { KEYED_SERVERS } from '../testing/keyed-servers.ts'

interface Alone {
  reason: string
  /** The route that answers the same over REST in another form. */
  route?: string
}

/** Operations that MCP alone has, each with its reason; docs/decisions/mcp.md says more. */
const MCP_ALONE: Readonly<Record<string, Alone>> = {
  'analytics.downloadLink': {
    reason: 'A link to the file of the route',
    route: 'analytics.export',
  },
  'analytics.exportLink': { reason: 'A link to the file of the route', route: 'analytics.export' },
  'questions.exportLink': { reason: 'A link to the file of the route', route: 'analytics.export' },
  'analytics.siteReport': { reason: 'A resource: text', route: 'analytics.readOverview' },
  'analytics.pageReport': { reason: 'A resource: text', route: 'analytics.readOverview' },
  'sites.summary': { reason: 'A resource: text', route: 'sites.get' },
  'org.account': { reason: 'One answer of what routes answer in parts', route: 'org.get' },
  'search.content': { reason: 'The tool search, in the form that assistants look for' },
  'search.subjects': { reason: 'The tool search, in the form that assistants look for' },
  'search.fetch': { reason: 'The tool fetch, in the form that assistants look for' },
  'analytics.fetchReport': { reason: 'The tool fetch, in the form that assistants look for' },
  'search.pageText': { reason: 'A resource: the text of a page' },
  'analytics.nameChange': { reason: 'The subject of a prompt' },
  'sites.name': { reason: 'The subject of a prompt' },
  'protocol.namePage': { reason: 'The subject of a prompt' },
  'analytics.completeEngines': { reason: 'Completes an argument' },
  'analytics.completeMetrics': { reason: 'Completes an argument' },
  'pages.complete': { reason: 'Completes an argument' },
  'sites.complete': { reason: 'Completes an argument' },
  'protocol.completeSchemas': { reason: 'Completes an argument' },
  'protocol.completeTargets': { reason: 'Completes an argument' },
  'protocol.completeVectors': { reason: 'Completes an argument' },
  'sites.bind': { reason: 'Finds the site of a bound address' },
  'sites.resources': { reason: 'The list of resources' },
  'protocol.buildLink': { reason: 'A library and a command do it without a server' },
  'protocol.evaluatePolicy': { reason: 'A library and a command do it without a server' },
  'protocol.lint': { reason: 'A library and a command do it without a server' },
  'protocol.verifyLink': { reason: 'A library and a command do it without a server' },
  'protocol.listTargets': { reason: 'A document below /protocol/1.0' },
  'protocol.getSchema': { reason: 'A document below /protocol/1.0' },
  'protocol.readSchema': { reason: 'A document below /protocol/1.0' },
  'protocol.readTarget': { reason: 'A document below /protocol/1.0' },
  'protocol.readVectorSet': { reason: 'A document below /protocol/1.0' },
}

const byName = new Map(OPERATIONS.map((operation) => [operation.name, operation]))
const withoutRoute = OPERATIONS.filter(({ http }) => !http).map(({ name }) => name)

describe('an operation without a route', () => {
  it('stands among those that only MCP has, with its reason', () => {
    expect(withoutRoute.toSorted()).toEqual(Object.keys(MCP_ALONE).toSorted())
  })

  it.each(
    Object.entries(MCP_ALONE).flatMap(([name, { route }]) =>
      route === undefined ? [] : [[name, route] as const],
    ),
  )('%s is reached over REST as %s', (name, route) => {
    const [tool, rest] = [byName.get(name), byName.get(route)]
    expect(rest?.http).toMatchObject({ surface: 'api', method: 'get' })
    // Each scope that opens the route opens the tool as well.
    const scopesOf = (one: typeof tool) => (one && 'anyOf' in one.access ? one.access.anyOf : [])
    for (const scope of scopesOf(rest)) expect(scopesOf(tool)).toContain(scope)
  })
})

it('each tool answers by an operation that has a route too, or stands alone for a reason', () => {
  const tools = KEYED_SERVERS.flatMap(({ tools: all }) => all)
  const alone = tools.filter(({ operation }) => !operation.http).map(({ name }) => name)
  expect([...new Set(alone)].toSorted()).toEqual(['export_data', 'fetch', 'get_account', 'search'])
})

it('a filter of one face alone stands in the declaration of its list with its reason', () => {
  const both = OPERATIONS.filter(({ http, faces }) => http && faces.mcp)
  const namesOf = (schema: z.ZodType) => Object.keys((schema as z.ZodObject).shape)
  const sizes = new Set(['siteId', 'id', 'site', 'limit', 'cursor', 'maxTokens'])
  const apart = both.map(({ name, input, faces }) => {
    const [route, tool] = [namesOf(input), namesOf(faces.mcp!.input)]
    const onlyIn = (these: string[], those: string[]) =>
      these.filter((one) => !those.includes(one) && !sizes.has(one)).toSorted()
    return [name, { route: onlyIn(route, tool), tool: onlyIn(tool, route) }] as const
  })
  const days = ['from', 'to']
  expect(Object.fromEntries(apart)).toEqual({
    'analytics.ai': { route: ['fill', ...days], tool: [] },
    'analytics.readBreakdown': { route: days, tool: [] },
    'analytics.readDescription': { route: [], tool: [] },
    'analytics.readDrivers': { route: days, tool: [] },
    'analytics.readFunnel': { route: days, tool: [] },
    'analytics.readOverview': { route: days, tool: [] },
    'analytics.readTimeseries': { route: days, tool: [] },
    'citations.check': { route: [], tool: [] },
    'citations.listQueries': { route: [], tool: [] },
    'citations.listSuggestions': { route: [], tool: [] },
    'citations.read': { route: days, tool: [] },
    'citations.searches': { route: days, tool: [] },
    'citations.sources': { route: days, tool: [] },
    'pages.list': { route: [], tool: [] },
    'prompts.list': { route: ['pageId'], tool: [] },
    'prompts.readerQuestions': { route: [], tool: [] },
    'questions.listGaps': { route: [], tool: [] },
    'questions.listOfSite': { route: days, tool: ['topPerPage'] },
    'rules.list': { route: [], tool: [] },
    'sites.get': { route: [], tool: [] },
    'sites.list': { route: ['stats'], tool: ['installStatus', 'query'] },
    'topics.list': { route: ['page'], tool: [] },
  })
})
