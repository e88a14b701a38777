import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askOracle, rowKey, type OracleQuery } from '../../testing/analytics-oracle.ts'
import { readEvents, type OracleEvent } from '../../testing/oracle-events.ts'
import { dateOf, shiftDate } from '../../testing/oracle-calendar.ts'
import { collectDrawn, importDrawn } from '../../testing/drawn-events.ts'
import { ZONES, randomLines } from '../../testing/random-events.ts'
import { COUNTS, randomQuery, type RandomQuery } from '../../testing/random-queries.ts'
import { postToolCall } from '../../testing/mcp-post.ts'
import { SEED } from '../../testing/seed.ts'
import { TestApp } from '../../testing/start-test-app.ts'

interface Site {
  id: string
  key: string
  zone: string
  events: OracleEvent[]
}

let app: TestApp
const sites: Site[] = []

const START = Date.parse('2026-09-10T00:00:00Z')

/** Ten weeks around the end of summer time, so that days of 23, 24 and 25 hours are in the data. */
beforeAll(async () => {
  app = await TestApp.start({ startAt: '2026-11-20T15:30:00.000Z' })
  const orgs = [await app.org('self_hosted'), await app.org('self_hosted')]
  for (const [i, zone] of ZONES.entries()) {
    const key = await app.key(orgs[i % 2]!)
    const id = await app.site(key, { url: `https://site${i}.example/`, timezone: zone })
    const inside = `https://site${i}.example/before`
    const lines = randomLines(START, 400, { seed: SEED + i, inside })
    await importDrawn(app, id, lines.slice(0, lines.length / 2))
    await collectDrawn(app, id, { seed: SEED - 1 - i, inside })
    // The rest enters days that live events are in, and days that are closed.
    await importDrawn(app, id, lines.slice(lines.length / 2))
    sites.push({ id, key, zone, events: [] })
  }
  const file = join(app.directory, 'citable.db')
  for (const site of sites) site.events = readEvents(file, site.id, site.zone)
})
afterAll(() => app[Symbol.asyncDispose]())

function oracleQuery(sample: RandomQuery): OracleQuery {
  const { zone } = sites[sample.site]!
  const today = dateOf(zone, app.clock.now())
  const from = shiftDate(today, -sample.back)
  const to = shiftDate(from, Math.min(sample.length - 1, sample.back))
  const { metrics, dimensions, filters, having } = sample
  return { zone, from, to, metrics, dimensions, filters, having }
}

const restParameters = (query: OracleQuery, more: Record<string, string> = {}) => ({
  metrics: query.metrics.join(','),
  from: query.from,
  to: query.to,
  filters: JSON.stringify(query.filters),
  fill: 'none',
  ...(query.having && { having: JSON.stringify(query.having) }),
  ...(query.dimensions.length > 0 && { dimensions: query.dimensions.join(',') }),
  ...more,
})

async function askRest(site: Site, parameters: Record<string, string>): Promise<RestAnswer> {
  const query = new URLSearchParams(parameters).toString()
  const answer = await app.api('GET', `/analytics/${site.id}/ai?${query}`, { token: site.key })
  expect(answer.body.error).toBeNull()
  app.clock.advance({ ms: 50 }) // 3,000 requests a minute
  return answer.body.data as unknown as RestAnswer
}

interface RestAnswer {
  rows: (string | number | null)[][]
  columns: { name: string; unit: string }[]
  rowIntervals: Record<
    string,
    { numerator: number; denominator: number; ci95: [number, number] | null }
  >[]
  totals: Record<string, number | null>
  comparison: {
    totals: Record<string, number | null>
    rows: ((number | null)[] | null)[]
    range: { from: string; to: string }
  } | null
  nextCursor: string | null
}

/** All pages of a query, one after the other. */
async function askWhole(site: Site, parameters: Record<string, string>): Promise<RestAnswer> {
  const first = await askRest(site, parameters)
  let { nextCursor } = first
  while (nextCursor !== null) {
    const page = await askRest(site, { ...parameters, cursor: nextCursor })
    first.rows.push(...page.rows)
    first.rowIntervals.push(...page.rowIntervals)
    nextCursor = page.nextCursor
  }
  return first
}

/** Groups in which nothing that was asked for happened may stand in the answer or not. */
const withoutEmpty = (rows: Map<string, (string | number | null)[]>) =>
  Object.fromEntries(
    [...rows].filter(([, values]) => values.some((value) => value !== 0 && value !== null)),
  )

function byLabels(rows: readonly (string | number | null)[][], width: number) {
  const found = new Map(rows.map((row) => [rowKey(row.slice(0, width)), row.slice(width)]))
  expect(rows).toHaveLength(found.size) // no row twice over all pages
  return found
}

/**
 * Returns the number that a rate is ranked by: an end of its interval, by the published formulas. A rate without trials
 * comes behind all others.
 */
function rankOf(
  row: RestAnswer['rowIntervals'][number] | undefined,
  { metrics: [metric = ''], descending }: Pick<RandomQuery, 'metrics' | 'descending'>,
): number {
  const { numerator: k, denominator: n } = row?.[metric] ?? { numerator: 0, denominator: 0 }
  if (n === 0) return descending ? -Infinity : Infinity
  const few = n >= 30 ? 0 : descending ? -1e6 : 1e6
  return Math.round((few + intervalEnd(k, n, descending)) * 1e8) / 1e8
}

function intervalEnd(k: number, n: number, isLower: boolean): number {
  if (k === (isLower ? 0 : n)) return isLower ? 0 : 1
  const [z, sign] = [1.96, isLower ? -1 : 1]
  if (k > n) return (k + z ** 2 / 2 + sign * z * Math.sqrt(k + z ** 2 / 4)) / n
  const p = k / n
  const spread = z * Math.sqrt((p * (1 - p)) / n + z ** 2 / (4 * n ** 2))
  return (p + z ** 2 / (2 * n) + sign * spread) / (1 + z ** 2 / n)
}

describe('numbers', () => {
  it('numbers equal a recount from raw events, whatever is asked', async () => {
    let rowsCompared = 0
    await fc.assert(
      fc.asyncProperty(randomQuery, async (sample) => {
        const site = sites[sample.site]!
        const query = oracleQuery(sample)
        const expected = askOracle(site.events, query)
        const orderBy = `${sample.descending ? '-' : ''}${query.metrics[0]}`
        const more = { limit: String(sample.limit), ...(sample.limit < 100 && { orderBy }) }
        const actual = await askWhole(site, restParameters(query, more))
        const width = query.dimensions.length
        expect(query.metrics.map((metric) => actual.totals[metric])).toEqual(expected.totals)
        const rows = byLabels(actual.rows, width)
        expect(withoutEmpty(rows)).toEqual(withoutEmpty(expected.rows))
        const isRate = actual.columns[width]?.unit === 'ratio'
        const first = actual.rows.map((row, i) =>
          // A share that is not known comes behind all others, even if its parts are counted.
          isRate
            ? rankOf(row[width] === null ? undefined : actual.rowIntervals[i], sample)
            : Number(row[width]),
        )
        const sorted = first.toSorted((a, b) => (sample.descending ? b - a : a - b))
        // Without an order of its own, a series is sorted by time.
        const hasOrder = 'orderBy' in more
        expect(hasOrder ? first : []).toEqual(hasOrder ? sorted : [])
        rowsCompared += rows.size
      }),
      { numRuns: 800 },
    )
    expect(rowsCompared).toBeGreaterThan(5_000)
  })

  it('numbers are the same from rollups and from raw events', async () => {
    const always = { dimension: 'country', op: 'is_not', values: ['zz'] } as const
    for (const site of sites) {
      for (const dimensions of ['', 'time:day', 'time:week', 'time:month']) {
        const metrics = [...COUNTS, 'visitors', 'ai_click_rate', 'engagement_rate'].join(',')
        const parameters = {
          metrics,
          range: '90d',
          ...(dimensions && { dimensions }),
          fill: 'none',
        }
        const rollups = await askWhole(site, parameters)
        const raw = await askWhole(site, { ...parameters, filters: JSON.stringify([always]) })
        expect([raw.rows, raw.totals]).toEqual([rollups.rows, rollups.totals])
      }
    }
  })

  it('the parts of every additive metric add up to its total', async () => {
    for (const site of sites) {
      const plain = ['path', 'referrer', 'channel', 'campaign', 'language', 'promptKind', 'device']
      for (const dimensions of [...plain, 'time:day', 'time:week', 'time:month', 'time:hour']) {
        const parameters = { metrics: COUNTS.join(','), dimensions, range: '30d' }
        const { rows, totals } = await askWhole(site, parameters)
        const sums = COUNTS.map((_, i) => rows.reduce((sum, row) => sum + Number(row[1 + i]), 0))
        expect(sums, dimensions).toEqual(COUNTS.map((metric) => totals[metric]))
      }
    }
  })

  it.each(['previous_period', 'previous_year', '2026-09-12..2026-09-30'])(
    'a comparison equals the same recount of the other range: %s',
    async (compare) => {
      const metrics = ['impressions', 'ai_clicks', 'ai_ctr', 'visitors']
      for (const site of sites) {
        const parameters = { range: '28d', compare, dimensions: 'path', metrics: metrics.join(',') }
        const { comparison, rows } = await askRest(site, parameters)
        const { from, to } = comparison!.range
        const before = { zone: site.zone, metrics, dimensions: ['path'], from, to, filters: [] }
        const expected = askOracle(site.events, before)
        // Counting had not begun before the data began, so that range has nothing to compare with.
        const isBeforeData = site.events.every(({ at }) => dateOf(site.zone, at) > to)
        expect(metrics.map((metric) => comparison!.totals[metric])).toEqual(
          isBeforeData ? metrics.map(() => null) : expected.totals,
        )
        for (const [i, row] of rows.entries()) {
          const there = expected.rows.get(rowKey([row[0]])) ?? null
          expect(comparison!.rows[i]).toEqual(there?.some(Boolean) ? there : null)
        }
      }
    },
  )

  it('numbers are the same over MCP, to four digits', async () => {
    const sample = fc.sample(randomQuery, 60)
    for (const one of sample) {
      const site = sites[one.site]!
      const query = oracleQuery(one)
      const range = `${query.from}..${query.to}`
      const { metrics, dimensions, filters, having } = query
      const parameters = restParameters({ ...query, having: having ?? [] }, { limit: '100' })
      const rest = await askRest(site, parameters)
      const args = { site: site.id, range, metrics, dimensions, filters, having, limit: 100 }
      const tool = await postToolCall(app, 'data', site.key, 'query', args)
      const rows = tool.structuredContent!.rows
      const width = dimensions.length + metrics.length
      expect(rows.map((row) => row.slice(0, width))).toEqual(
        rest.rows.slice(0, rows.length).map((row) => row.map(short)),
      )
      const rates = rest.columns.filter(({ unit }) => unit === 'ratio').map(({ name }) => name)
      expect(rows.map((row) => row.slice(width, width + 2 * rates.length))).toEqual(
        rows.map((_, i) =>
          rates.flatMap((rate) => (rest.rowIntervals[i]?.[rate]?.ci95 ?? [null, null]).map(short)),
        ),
      )
      expect(rows.length).toBe(
        tool.structuredContent!.nextCursor === null ? rest.rows.length : rows.length,
      )
    }
  })

  it('numbers are the same in the overview and in a series', async () => {
    for (const site of sites) {
      const overview = await postToolCall(app, 'data', site.key, 'get_overview', { site: site.id })
      const table = overview.structuredContent!.rows.map((row) => [row[0], row[1], row[4]])
      const metrics = table.map(([metric]) => String(metric))
      const named = (list: string[]) => ({
        range: '28d',
        compare: 'previous_period',
        metrics: list.join(','),
      })
      const answers = [
        await askRest(site, named(metrics.slice(0, 12))),
        await askRest(site, named(metrics.slice(12))),
      ]
      const totals = Object.assign({}, ...answers.map((answer) => answer.totals))
      const before = Object.assign({}, ...answers.map(({ comparison }) => comparison!.totals))
      expect(table).toEqual(metrics.map((id) => [id, short(totals[id]), short(before[id])]))
      const counted = ['impressions', 'visitors', 'sessions']
      const args = { site: site.id, metrics: counted, interval: 'day' }
      const series = await postToolCall(app, 'data', site.key, 'get_timeseries', args)
      const byDay = await askRest(site, {
        range: '28d',
        dimensions: 'time:day',
        metrics: counted.join(','),
      })
      expect(series.structuredContent!.rows).toEqual(byDay.rows.map((row) => row.map(short)))
    }
  })
})

const short = <T>(cell: T): T | number =>
  typeof cell === 'number' && !Number.isInteger(cell) ? Number(cell.toPrecision(4)) : cell
