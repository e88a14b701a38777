import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { OPERATIONS } from '../server/operations.ts'
import { KEYED_SERVERS } from '../testing/keyed-servers.ts'

/** Operations that MCP alone has, and the routes that answer the same over REST in another form or to other scopes. */
const ROUTE_OF: Readonly<Record<string, string>> = {
  // A file is linked where a tool answers, and streamed by the route.
  'analytics.exportLink': 'analytics.export',
  'questions.exportLink': 'analytics.export',
  // Resources are pages of text.
  'analytics.siteReport': 'analytics.readOverview',
  'analytics.pageReport': 'analytics.readOverview',
  'sites.summary': 'sites.get',
  // Keys that read numbers alone hear the names of sites, which a route would answer with their settings.
  'sites.table': 'sites.list',
  // The account of a key, which a session has in parts.
  'org.account': 'org.get',
}

/** Operations that MCP keeps to itself; docs/decisions.md says why. */
const MCP_ALONE: readonly string[] = [
  // Search and documents, in the form that assistants look for.
  'search.content',
  'search.subjects',
  'search.fetch',
  'search.pageText',
  'analytics.fetchReport',
  // Parts of the protocol: completions, lists of resources, subjects of prompts, the site of an address.
  'analytics.completeEngines',
  'analytics.completeMetrics',
  'analytics.nameChange',
  'pages.complete',
  'sites.bind',
  'sites.complete',
  'sites.name',
  'sites.resources',
  // The Ask AI Protocol, worked out from what is sent: a library and a command do the same without a server.
  'protocol.buildLink',
  'protocol.evaluatePolicy',
  'protocol.lint',
  'protocol.verifyLink',
  // Over HTTP these are documents below /protocol/1.0.
  'protocol.listTargets',
  'protocol.getSchema',
  'protocol.readSchema',
  'protocol.readTarget',
  'protocol.readVectorSet',
  'protocol.completeSchemas',
  'protocol.completeTargets',
  'protocol.completeVectors',
  'protocol.namePage',
]

const byName = new Map(OPERATIONS.map((operation) => [operation.name, operation]))
const withoutRoute = OPERATIONS.filter(({ http }) => !http).map(({ name }) => name)

describe('an operation without a route', () => {
  it('has one that answers the same, or stands among those that only MCP has', () => {
    const known = [...Object.keys(ROUTE_OF), ...MCP_ALONE]
    expect(withoutRoute.toSorted()).toEqual(known.toSorted())
  })

  it.each(Object.entries(ROUTE_OF))('%s is reached over REST as %s', (name, route) => {
    const [tool, rest] = [byName.get(name), byName.get(route)]
    expect(rest?.http).toMatchObject({ surface: 'api', method: 'get' })
    // Nobody needs more for a route than for the tool.
    const scopesOf = (one: typeof tool) => (one && 'anyOf' in one.access ? one.access.anyOf : [])
    for (const scope of scopesOf(rest)) expect(scopesOf(tool)).toContain(scope)
  })
})

it('each tool answers by an operation that has a route too, or stands alone for a reason', () => {
  const tools = KEYED_SERVERS.flatMap(({ tools: all }) => all)
  const alone = tools.filter(({ operation }) => !operation.http).map(({ name }) => name)
  expect([...new Set(alone)].toSorted()).toEqual([
    'export_data',
    'fetch',
    'get_account',
    'list_sites',
    'search',
  ])
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
    'pages.list': { route: [], tool: [] },
    'prompts.list': { route: ['pageId'], tool: [] },
    'questions.listGaps': { route: [], tool: [] },
    'questions.listOfSite': { route: days, tool: ['topPerPage'] },
    'rules.list': { route: [], tool: [] },
    'sites.get': { route: [], tool: [] },
    'topics.list': { route: ['page'], tool: [] },
  })
})
