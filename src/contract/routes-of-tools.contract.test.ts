import { describe, expect, it } from 'vitest'
import { OPERATIONS } from '../server/operations.ts'
import { KEYED_SERVERS } from '../testing/keyed-servers.ts'

/** Operations that tools and resources answer by, and the routes that answer the same over REST. */
const ROUTE_OF: Readonly<Record<string, string>> = {
  'analytics.overview': 'analytics.readOverview',
  'analytics.timeseries': 'analytics.readTimeseries',
  'analytics.breakdown': 'analytics.readBreakdown',
  'analytics.comparePeriods': 'analytics.readDrivers',
  'analytics.funnel': 'analytics.readFunnel',
  'analytics.describe': 'analytics.readDescription',
  'analytics.query': 'analytics.ai',
  'analytics.exportLink': 'analytics.export',
  'analytics.siteReport': 'analytics.readOverview',
  'analytics.pageReport': 'analytics.readOverview',
  'questions.exportLink': 'analytics.export',
  'questions.list': 'questions.listOfSite',
  'questions.gaps': 'questions.listGaps',
  'topics.questions': 'topics.list',
  'pages.table': 'pages.list',
  'prompts.table': 'prompts.list',
  'sites.table': 'sites.list',
  'sites.describe': 'sites.get',
  'sites.summary': 'sites.get',
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

it('each tool answers by an operation that REST reaches, or is a search', () => {
  const tools = KEYED_SERVERS.flatMap(({ tools: all }) => all)
  const apart = tools.filter(({ operation }) => MCP_ALONE.includes(operation.name))
  expect([...new Set(apart.map(({ name }) => name))].toSorted()).toEqual(['fetch', 'search'])
})
