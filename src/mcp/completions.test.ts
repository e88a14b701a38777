import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { METRIC_IDS } from '../features/analytics/metrics.ts'
import { askMcp } from '../testing/ask-mcp.ts'
import { LocalScans } from '../testing/local-scans.ts'
import { MCP_ERAS, type McpEra } from '../testing/mcp-post.ts'
import { page } from '../testing/web-site.ts'

let scans: LocalScans
let domain: string
const PAGES = 130

beforeAll(async () => {
  scans = await LocalScans.start()
  const guides = Array.from({ length: PAGES }, (_, i) => `/guides/green-${i}`)
  const site = await scans.site({
    '/': page('Tea', { links: ['/green', '/black/caf%C3%A9', ...guides] }),
    '/green': page('Green'),
    '/black/caf%C3%A9': page('Café'),
    ...Object.fromEntries(guides.map((path) => [path, page(path)])),
  })
  await scans.run(site)
  const { app, key } = scans
  await app.collect(site, [
    { kind: 'ai_click', url: '/green', target: 'mistral' },
    { kind: 'impression', url: '/green-visitors-made-this-up' },
  ])
  const { body } = await app.api('GET', `/sites/${site}`, { token: key })
  domain = String(body.data['domain'])
  await app.site(key, { domain: 'pots.example', name: 'Teapots' })
  await app.site(await app.key(await app.org()), { domain: 'foreign.example' })
})

afterAll(() => scans[Symbol.asyncDispose]())

const EXPLAIN = { type: 'ref/prompt', name: 'explain_change' }
const PAGE = { type: 'ref/resource', uri: 'citable://sites/{site}/pages/{+path}' }

interface Asked {
  ref?: object
  era?: McpEra
  site?: string
  server?: string
}

async function complete(
  name: string,
  value: string,
  { ref = EXPLAIN, era = 'legacy', site, server = 'data' }: Asked = {},
) {
  scans.app.clock.advance({ seconds: 1 })
  const params = {
    ref,
    argument: { name, value },
    ...(site !== undefined && { context: { arguments: { site } } }),
  }
  const { result, error } = await askMcp(
    scans.app,
    { server, key: scans.key, era },
    'completion/complete',
    params,
  )
  return { ...result?.completion, error }
}

describe.each(MCP_ERAS)('completions in the %s era', (era) => {
  it('of a site go by domain and name, and give domains of the organization', async () => {
    const { values } = await complete('site', '', { era })
    expect(values?.toSorted()).toEqual([domain, 'pots.example'].toSorted())
    expect((await complete('site', 'TEAP', { era })).values).toEqual(['pots.example'])
    expect((await complete('site', 'foreign', { era })).values).toEqual([])
  })

  it('of a path go by its beginning first, on the site that was chosen', async () => {
    const asked = { ref: PAGE, era, site: domain }
    const { values, total, hasMore } = await complete('path', 'green', asked)
    expect(values?.slice(0, 2)).toEqual(['green', 'guides/green-0'])
    expect([values?.length, total, hasMore]).toEqual([100, PAGES + 1, true])
    const narrow = await complete('path', '/guides/GREEN-12', asked)
    expect(narrow.values).toEqual([
      '/guides/green-12',
      ...[0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `/guides/green-12${n}`),
    ])
    expect([narrow.total, narrow.hasMore]).toEqual([11, false])
    expect((await complete('path', 'caf', asked)).values).toEqual(['black/caf%C3%A9'])
    expect((await complete('path', 'x', { ...asked, site: 'pots.example' })).values).toEqual([])
  })

  it('of a metric go by its other words too', async () => {
    expect((await complete('metric', '', { era })).values).toEqual([...METRIC_IDS])
    expect((await complete('metric', 'users', { era })).values).toEqual(['visitors'])
  })

  it('of an engine go by product and company, those of the chosen site first', async () => {
    expect((await complete('engine', 'OpenAI', { era })).values).toEqual(['chatgpt'])
    const { values: all } = await complete('engine', '', { era })
    expect(all?.[0]).not.toBe('mistral')
    const { values: known } = await complete('engine', '', { era, site: domain })
    expect(known?.[0]).toBe('mistral')
    expect(known?.toSorted()).toEqual(all?.toSorted())
  })

  it('of what has no list are none', async () => {
    expect(await complete('period', 'last', { era })).toMatchObject({ values: [], total: 0 })
  })

  it('refuse what is no argument, and what is nothing of the server', async () => {
    const odd = [
      ['color', '', EXPLAIN],
      ['__proto__', '', EXPLAIN],
      ['site', '', { type: 'ref/prompt', name: 'nope' }],
      ['site', '', { type: 'ref/resource', uri: 'citable://sites/{x}' }],
      ['site', 'x'.repeat(301), EXPLAIN],
      ['site', '\0', EXPLAIN],
      ['site', 7 as unknown as string, EXPLAIN],
    ] as const
    for (const [name, value, ref] of odd) {
      expect([name, value, (await complete(name, value, { ref, era })).error?.code]).toEqual([
        name,
        value,
        -32_602,
      ])
    }
    const unknown = await complete('path', '', { ref: PAGE, era, site: 'foreign.example' })
    expect(unknown.error?.message).toContain('No such site')
  })
})

it('a pattern of the database is text here', async () => {
  for (const value of ['%', '_', '\\', "'"]) {
    expect((await complete('path', value, { ref: PAGE, site: domain })).values).toEqual(
      value === '%' ? ['black/caf%C3%A9'] : [],
    )
  }
})

it('paths that visitors alone have named are not offered', async () => {
  const { values } = await complete('path', 'green-visitors', { ref: PAGE, site: domain })
  expect(values).toEqual([])
})

it('where the address names the site, its paths need no other choice', async () => {
  const ref = { type: 'ref/resource', uri: `citable://sites/${domain}/pages/{+path}` }
  const server = `publisher/s/${domain}`
  expect((await complete('path', 'gree', { ref, server })).values?.[0]).toBe('green')
})
