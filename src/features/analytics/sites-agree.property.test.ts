import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importVisits } from '../../testing/agency.ts'
import { askOracle, type OracleQuery, rowKey } from '../../testing/analytics-oracle.ts'
import { shiftDate } from '../../testing/oracle-calendar.ts'
import { readEvents, type OracleEvent } from '../../testing/oracle-events.ts'
import { randomLines } from '../../testing/random-events.ts'
import { randomQuery, type RandomQuery } from '../../testing/random-queries.ts'
import { postToolCall } from '../../testing/mcp-post.ts'
import { SEED } from '../../testing/seed.ts'
import { TestApp } from '../../testing/start-test-app.ts'

interface Site {
  domain: string
  zone: string
  events: OracleEvent[]
}

interface Answer {
  columns: { name: string; kind: string }[]
  rows: (string | number | null)[][]
  totals: Record<string, number | null>
  sites: { domain: string; timezone: string; totals: Record<string, number | null> }[]
  nextCursor: string | null
}

/** Two sites share a time zone, so that their events can be counted as those of one. */
const ZONES = ['Europe/Berlin', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu']
const OF_READERS = ['visitors', 'ai_click_rate', 'engagement_rate', 'return_rate']

let app: TestApp
let key: string
const sites: Site[] = []

beforeAll(async () => {
  app = await TestApp.start({ startAt: '2026-11-20T15:30:00.000Z' })
  key = await app.key(await app.org('self_hosted'))
  const file = join(app.directory, 'citable.db')
  for (const [i, zone] of ZONES.entries()) {
    const domain = `site${i}.example`
    const id = await app.site(key, { url: `https://${domain}/`, timezone: zone })
    const drawn = { seed: SEED + i, inside: `https://${domain}/before` }
    const lines = randomLines(Date.parse('2026-09-10T00:00:00Z'), 120, drawn)
    const past = lines.filter(({ atMs }) => atMs <= app.clock.now())
    await importVisits(
      app,
      id,
      past.map(({ atMs, ...rest }) => ({ ...rest, at: new Date(atMs).toISOString() })),
    )
    sites.push({ domain, zone, events: readEvents(file, id, zone) })
  }
})
afterAll(() => app[Symbol.asyncDispose]())

/** All pages of a query about sites. */
async function ask(parameters: Record<string, string>): Promise<Answer> {
  let whole: Answer | undefined
  for (let cursor: string | null = ''; cursor !== null;) {
    const query = new URLSearchParams({ ...parameters, ...(cursor && { cursor }) })
    const { body } = await app.api('GET', `/analytics/ai?${query.toString()}`, { token: key })
    expect(body.error).toBeNull()
    app.clock.advance({ ms: 50 })
    const page = body.data as unknown as Answer
    whole = whole ? { ...whole, rows: [...whole.rows, ...page.rows] } : page
    cursor = page.nextCursor
  }
  return whole!
}

type Rows = Map<string, (string | number | null)[]>

const withoutEmpty = (rows: Rows) =>
  Object.fromEntries(
    [...rows].filter(([, values]) => values.some((value) => value !== 0 && value !== null)),
  )

/** Pools the events of sites; a reader of two sites counts as two, even with the same id. */
const pooled = (of: readonly Site[]): OracleEvent[] =>
  of.flatMap(({ domain, events }) =>
    events.map((event) => ({ ...event, visitor: `${domain} ${event.visitor}` })),
  )

type Asked = Omit<OracleQuery, 'zone'>

/** Returns the query of a sample, for days that have begun in every zone. */
function askedBy({ back, length, metrics, dimensions, filters, having }: RandomQuery): Asked {
  const from = shiftDate('2026-11-20', -Math.max(1, back))
  const to = shiftDate(from, Math.min(length - 1, Math.max(0, back - 1)))
  return { from, to, metrics, dimensions, filters, having }
}

/** The rows of each site, by the names of the site and of the row. */
function rowsBySite(asked: readonly Site[], query: Asked): Rows {
  const found = asked.flatMap(({ domain, zone, events }) => {
    const { rows, totals } = askOracle(events, { ...query, zone })
    const own = query.dimensions.length === 0 ? new Map([['[]', totals]]) : rows
    return [...own].map(
      ([labels, values]) =>
        [rowKey([domain, ...(JSON.parse(labels) as string[])]), values] as const,
    )
  })
  return new Map(found)
}

/** The rows of sites of one time zone as if they were one. */
function rowsOfAll(asked: readonly Site[], query: Asked): Rows {
  const { rows, totals } = askOracle(pooled(asked), { ...query, zone: ZONES[0]! })
  return query.dimensions.length === 0 ? new Map([['[]', sumsOf(query, totals)]]) : rows
}

const sumsOf = ({ metrics }: Asked, totals: readonly (number | null)[]) =>
  totals.map((value, i) => (OF_READERS.includes(metrics[i]!) ? null : value))

const parametersOf = (
  asked: readonly Site[],
  { metrics, from, to, filters, having }: Asked,
  dimensions: readonly string[],
) => ({
  site: asked.map(({ domain }) => domain).join(','),
  metrics: metrics.join(','),
  from,
  to,
  filters: JSON.stringify(filters),
  having: JSON.stringify(having),
  fill: 'none',
  ...(dimensions.length > 0 && { dimensions: dimensions.join(',') }),
})

it('an answer about sites equals a recount of each, and its sums one of all', async () => {
  const seen = { bySite: 0, summed: 0 }
  await fc.assert(
    fc.asyncProperty(randomQuery, fc.boolean(), async (sample, asksBySite) => {
      const isNamed = asksBySite && sample.dimensions.length < 3
      const asked = isNamed ? sites : sites.slice(0, 2)
      const query = askedBy(sample)
      const dimensions = [...(isNamed ? ['site'] : []), ...query.dimensions]
      const parameters = parametersOf(asked, query, dimensions)
      const answer = await ask({ ...parameters, limit: String(sample.limit) })
      const names = answer.columns.filter(({ kind }) => kind === 'dimension')
      const isBySite = names[0]?.name === 'site'
      const rows: Rows = new Map(
        answer.rows.map((row) => [rowKey(row.slice(0, names.length)), row.slice(names.length)]),
      )
      expect(rows.size).toBe(answer.rows.length)
      const expected = isBySite ? rowsBySite(asked, query) : rowsOfAll(asked, query)
      expect(withoutEmpty(rows)).toEqual(withoutEmpty(expected))
      for (const { domain, zone, events } of asked) {
        const { totals } = askOracle(events, { ...query, zone })
        const own = answer.sites.find((one) => one.domain === domain)
        expect([own?.timezone, query.metrics.map((metric) => own?.totals[metric])]).toEqual([
          zone,
          totals,
        ])
      }
      const { totals } = askOracle(pooled(sites.slice(0, 2)), { ...query, zone: ZONES[0]! })
      const sums = query.metrics.map((metric) => answer.totals[metric])
      expect(isNamed ? [] : sums).toEqual(isNamed ? [] : sumsOf(query, totals))
      seen[isBySite ? 'bySite' : 'summed'] += 1
    }),
    { numRuns: 150 },
  )
  expect(Math.min(seen.bySite, seen.summed)).toBeGreaterThan(10)
})

it('a table about sites and a file of them have the numbers of the route', async () => {
  for (const sample of fc.sample(randomQuery, 40)) {
    const { metrics, filters } = sample
    const dimensions = sample.dimensions.slice(0, 2)
    const range = '2026-10-10..2026-11-10'
    const args = { metrics, dimensions: ['site', ...dimensions], filters, range, limit: 100 }
    const tool = await postToolCall(app, 'data', key, 'query', args)
    const route = await ask({
      metrics: metrics.join(','),
      dimensions: ['site', ...dimensions].join(','),
      filters: JSON.stringify(filters),
      from: '2026-10-10',
      to: '2026-11-10',
      fill: 'none',
    })
    const width = 1 + dimensions.length + metrics.length
    const { rows } = tool.structuredContent!
    expect(rows.map((row) => row.slice(0, width))).toEqual(
      route.rows.slice(0, rows.length).map((row) => row.map(short)),
    )
    const query = new URLSearchParams({
      metrics: metrics.join(','),
      dimensions: dimensions.join(','),
      filters: JSON.stringify(filters),
      from: '2026-10-10',
      to: '2026-11-10',
      format: 'ndjson',
    })
    const file = await fetch(`${app.url}/api/v1/analytics/export?${query.toString()}`, {
      headers: { authorization: `Bearer ${key}` },
    })
    const lines = (await file.text()).split('\n').filter((line) => line !== '')
    const cells = lines.map((line) => Object.values(JSON.parse(line) as Record<string, unknown>))
    const sorted = (all: readonly unknown[][]) => all.map((row) => JSON.stringify(row)).toSorted()
    expect(sorted(cells)).toEqual(sorted(route.rows))
  }
})

const short = <T>(cell: T): T | number =>
  typeof cell === 'number' && !Number.isInteger(cell) ? Number(cell.toPrecision(4)) : cell
