import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askOracle, dateOf, readEvents, rowKey, shiftDate } from '../../testing/analytics-oracle.ts'
import type { OracleEvent, OracleQuery } from '../../testing/analytics-oracle.ts'
import {
  DIMENSIONS,
  METRICS,
  ZONES,
  line,
  query,
  type Sample,
} from '../../testing/random-events.ts'
import { callTool } from '../../testing/mcp-post.ts'
import { TestApp } from '../../testing/start-test-app.ts'
import { importEvents } from '../events/import-events.ts'

interface Site {
  id: string
  key: string
  zone: string
  events: OracleEvent[]
}

let app: TestApp
const sites: Site[] = []

/** Ten weeks around the end of summer time, so that days of 23, 24 and 25 hours are in the data. */
beforeAll(async () => {
  app = await TestApp.start({ startAt: '2026-11-20T15:30:00.000Z' })
  const orgs = [await app.org('self_hosted'), await app.org('self_hosted')]
  for (const [i, zone] of ZONES.entries()) {
    const key = await app.key(orgs[i % 2]!)
    const id = await app.site(key, { url: `https://site${i}.example/`, timezone: zone })
    await importRandom(id, `site${i}.example`, i)
    await app.collect(id, liveEvents(i))
    sites.push({ id, key, zone, events: [] })
  }
  const file = join(app.directory, 'citable.db')
  for (const site of sites) site.events = readEvents(file, site.id)
}, 60_000)
afterAll(() => app[Symbol.asyncDispose]())

async function importRandom(siteId: string, host: string, seed: number): Promise<void> {
  const samples = fc.sample(line, { numRuns: 1_500, seed })
  const start = Date.parse('2026-09-10T00:00:00Z')
  const lines = samples.map(({ kind, minute, path, visitor, target, referrer, ...rest }, i) =>
    JSON.stringify({
      // Every tenth line repeats an id at another time, which is another event of history.
      eventId: `e${i % 10 === 9 ? i - 1 : i}`,
      at: new Date(start + minute * 60_000).toISOString(),
      kind,
      url: `https://${host}${path}`,
      visitor: `v${visitor}`,
      ...(kind === 'ai_click' || kind === 'question' ? { target } : {}),
      ...(kind === 'question' ? { question: `Question ${i % 40}?` } : {}),
      referrer: kind === 'referral' ? 'https://claude.ai/' : referrer,
      ...rest,
    }),
  )
  const { database, context } = app.app.services
  const site = database.ingestSites.find(siteId, context.now())!
  const report = await importEvents(each(lines), site, database.events, context.now())
  expect(report.rejected).toBe(0)
}

async function* each(lines: string[]): AsyncGenerator<string> {
  yield* lines
}

const liveEvents = (seed: number): unknown[] =>
  fc.sample(line, { numRuns: 40, seed: 100 + seed }).map(({ kind, path, target, referrer }, i) => ({
    kind: kind === 'referral' ? 'share' : kind,
    url: path,
    eventId: `live${i}`,
    ...(kind === 'ai_click' || kind === 'question' ? { target } : {}),
    ...(kind === 'question' ? { question: 'Live?' } : {}),
    ...(referrer !== undefined && { referrer }),
  }))

function oracleQuery(sample: Sample): OracleQuery {
  const { zone } = sites[sample.site]!
  const today = dateOf(zone, app.clock.now())
  const from = shiftDate(today, -sample.back)
  const to = shiftDate(from, Math.min(sample.length - 1, sample.back))
  return { zone, from, to, ...pick(sample) }
}

const pick = ({ metrics, dimensions, filters }: Sample) => ({ metrics, dimensions, filters })

async function askRest(site: Site, parameters: Record<string, string>) {
  const answer = await app.api(
    'GET',
    `/analytics/${site.id}/ai?${new URLSearchParams(parameters).toString()}`,
    {
      token: site.key,
    },
  )
  expect(answer.body.error).toBeNull()
  app.clock.advance({ ms: 50 }) // 3,000 requests a minute
  return answer.body.data as unknown as RestAnswer
}

interface RestAnswer {
  rows: (string | number | null)[][]
  totals: Record<string, number | null>
  comparison: {
    totals: Record<string, number | null>
    rows: ((number | null)[] | null)[]
    range: { from: string; to: string }
  } | null
  timeLabels: string[] | null
  nextCursor: string | null
}

/** All pages of a query, one after the other. */
async function askWhole(site: Site, oracle: OracleQuery, limit: number): Promise<RestAnswer> {
  const parameters = {
    metrics: oracle.metrics.join(','),
    from: oracle.from,
    to: oracle.to,
    filters: JSON.stringify(oracle.filters),
    fill: 'none',
    limit: String(limit),
    ...(oracle.dimensions.length > 0 && { dimensions: oracle.dimensions.join(',') }),
  }
  const first = await askRest(site, parameters)
  let { nextCursor } = first
  while (nextCursor !== null) {
    const page = await askRest(site, { ...parameters, cursor: nextCursor })
    first.rows.push(...page.rows)
    nextCursor = page.nextCursor
  }
  return first
}

describe('numbers', () => {
  it('are those of a recount from raw events, whatever is asked', async () => {
    let rowsCompared = 0
    await fc.assert(
      fc.asyncProperty(query, fc.constantFrom(7, 100, 1_000), async (sample, limit) => {
        const site = sites[sample.site]!
        const oracle = oracleQuery(sample)
        const expected = askOracle(site.events, oracle)
        const actual = await askWhole(site, oracle, limit)
        const width = oracle.dimensions.length
        const rows = new Map(
          actual.rows.map((row) => [rowKey(row.slice(0, width)), row.slice(width)]),
        )
        expect(oracle.metrics.map((metric) => actual.totals[metric])).toEqual(expected.totals)
        if (width === 0) return
        expect(actual.rows).toHaveLength(rows.size) // no row twice over all pages
        expect(Object.fromEntries(withoutEmpty(rows))).toEqual(
          Object.fromEntries(withoutEmpty(expected.rows)),
        )
        rowsCompared += rows.size
      }),
      { numRuns: 250, seed: 42 },
    )
    expect(rowsCompared).toBeGreaterThan(2_000)
  }, 120_000)

  it('add up: the parts of every additive metric are its total', async () => {
    for (const site of sites) {
      for (const dimension of [...DIMENSIONS, 'time:day', 'time:week', 'time:month', 'time:hour']) {
        const metrics = METRICS.slice(0, 5)
        const today = dateOf(site.zone, app.clock.now())
        const oracle = {
          zone: site.zone,
          metrics,
          dimensions: [dimension],
          from: shiftDate(today, -30),
          to: today,
          filters: [],
        }
        const { rows, totals } = await askWhole(site, oracle, 100)
        const sums = metrics.map((_, i) => rows.reduce((sum, row) => sum + Number(row[1 + i]), 0))
        expect(sums, dimension).toEqual(metrics.map((metric) => totals[metric]))
      }
    }
  })

  it('compare with the same recount of the days before', async () => {
    for (const site of sites) {
      const answer = await askRest(site, {
        range: '28d',
        compare: 'previous_period',
        dimensions: 'path',
      })
      const { from, to } = answer.comparison!.range
      const before = {
        zone: site.zone,
        metrics: METRICS,
        dimensions: ['path'],
        from,
        to,
        filters: [],
      }
      const expected = askOracle(site.events, before)
      expect(METRICS.map((metric) => answer.comparison!.totals[metric])).toEqual(expected.totals)
      for (const [i, row] of answer.rows.entries()) {
        expect(answer.comparison!.rows[i] ?? undefined).toEqual(expected.rows.get(rowKey([row[0]])))
      }
    }
  })

  it('are the same over MCP, to four digits', async () => {
    for (const site of sites) {
      const rest = await askRest(site, { range: '28d', compare: 'previous_period' })
      const overview = await callTool(app, 'data', site.key, 'get_overview', { site: site.id })
      const rows = overview.structuredContent!.rows.map(([metric, value, previous]) => [
        metric,
        value,
        previous,
      ])
      expect(rows).toEqual(
        METRICS.map((metric) => [
          metric,
          short(rest.totals[metric]),
          short(rest.comparison!.totals[metric]),
        ]),
      )
      const byDay = await askRest(site, {
        range: '28d',
        dimensions: 'time:day',
        metrics: METRICS.join(','),
      })
      const series = await callTool(app, 'data', site.key, 'get_timeseries', {
        site: site.id,
        metrics: METRICS,
      })
      expect(series.structuredContent!.rows).toEqual(byDay.rows.map((row) => row.map(short)))
      const two = {
        dimensions: 'engine,device',
        metrics: METRICS.join(','),
        range: '28d',
        limit: '100',
      }
      const grouped = await askRest(site, two)
      const breakdown = await callTool(app, 'data', site.key, 'get_breakdown', {
        site: site.id,
        dimensions: ['engine', 'device'],
        metrics: METRICS,
        compare: 'none',
        limit: 100,
      })
      expect(breakdown.structuredContent!.rows).toEqual(grouped.rows.map((row) => row.map(short)))
      app.clock.advance({ seconds: 1 })
    }
  })
})

const short = <T>(cell: T): T | number =>
  typeof cell === 'number' && !Number.isInteger(cell) ? Number(cell.toPrecision(4)) : cell

/** Groups in which nothing that was asked for happened may stand in the answer or not. */
function withoutEmpty(rows: Map<string, (string | number | null)[]>): [string, unknown][] {
  return [...rows].filter(([, values]) => values.some((value) => value !== 0 && value !== null))
}
