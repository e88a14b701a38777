import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rateInterval, rateMoments } from '../../domain/statistics/clustered-rate.ts'
import { numberSource } from '../../domain/statistics/number-source.ts'
import {
  cellsOfRate,
  type CitationQuestion,
  countCitations,
} from '../../testing/citation-oracle.ts'
import {
  storeChecks,
  type StoredCheck,
  type StoredQuery,
  type StoredSource,
} from '../../testing/citation-rows.ts'
import { dateOf } from '../../testing/oracle-calendar.ts'
import { postToolCall } from '../../testing/mcp-post.ts'
import { SEED } from '../../testing/seed.ts'
import { TestApp } from '../../testing/start-test-app.ts'

const ZONE = 'Europe/Berlin'
const NOW = Date.parse('2026-11-20T15:30:00.000Z')
const DAY = 86_400_000

const RATES = [
  'citation_rate',
  'mention_rate',
  'sov_mention',
  'sov_citation',
  'source_share',
  'recommendation_rate',
]
const MEANS = ['avg_position', 'prominence', 'sentiment_avg']
const COUNTS = ['citation_checks', 'citations', 'sources', 'sources_read']
const OF_CHECKS = ['engine', 'model', 'query', 'tag', 'intent', 'branded', 'access']
const OF_SOURCES = ['sourceDomain', 'sourceUrl', 'owner', 'category']
const TIMES = ['time:hour', 'time:day', 'time:week', 'time:month']

const random = numberSource(SEED)
const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!

/** Two questions have the same text, as in two countries. */
const queries: StoredQuery[] = Array.from({ length: 9 }, (_, i) => ({
  text: i === 8 ? 'Question 7' : `Question ${i}`,
  tags: ['x', 'y', 'z'].slice(0, i % 4),
  intent: i % 2 ? 'comparison' : 'informational',
  branded: i === 3,
}))

function drawnSources(): StoredSource[] {
  return Array.from({ length: Math.floor(random() * 5) }, (_, i) => {
    const owner = pick(['own', 'competitor', 'other'] as const)
    return {
      role: random() < 0.7 ? 'cited' : 'retrieved',
      domain: `${owner}${i % 2}.example`,
      url: `https://${owner}${i % 2}.example/${i}`,
      owner,
      category: pick(['news', 'ugc', owner]),
    }
  })
}

function drawnChecks(): StoredCheck[] {
  return Array.from({ length: 60 }, (_, run) => run).flatMap((run) => {
    const at = NOW - Math.floor(random() * 70 * DAY)
    return queries.flatMap((_, query) =>
      ['chatgpt', 'claude', 'fake'].flatMap((engine) =>
        Array.from({ length: Math.floor(random() * 3) }, (_none, replica): StoredCheck => {
          const sources = drawnSources()
          const isOwn = sources.some(({ role, owner }) => role === 'cited' && owner === 'own')
          const mentioned = random() < 0.1 ? null : random() < 0.5
          return {
            at: at + query * 60_000,
            run,
            query,
            engine,
            replica,
            model: pick([`${engine}-1`, `${engine}-2`]),
            access: engine === 'claude' ? 'serp' : 'api',
            state: random() < 0.1 ? pick(['error', 'refused', 'no_answer']) : 'ok',
            cited: isOwn,
            position: isOwn ? pick([1, 2, 3, 7]) : null,
            mentioned,
            brands: (mentioned ? 1 : 0) + Math.floor(random() * 3),
            recommended: mentioned ? random() < 0.4 : null,
            sentiment: mentioned ? Math.round(random() * 2_000) - 1_000 : null,
            sources,
          }
        }),
      ),
    )
  })
}

let app: TestApp
let site: string
let key: string
const checks = drawnChecks()

beforeAll(async () => {
  app = await TestApp.start({ startAt: new Date(NOW).toISOString() })
  key = await app.key(await app.org('self_hosted'))
  site = await app.site(key, { url: 'https://cited.example/', timezone: ZONE })
  await storeChecks(app, site, { queries, checks })
})
afterAll(() => app[Symbol.asyncDispose]())

const dateBefore = (days: number): string => new Date(NOW - days * DAY).toISOString().slice(0, 10)

const filterOn = (dimensions: readonly string[]) =>
  fc.constantFrom(...dimensions).chain((dimension) =>
    fc.record({
      dimension: fc.constant(dimension),
      op: fc.constantFrom('is', 'is_not', ...(dimension === 'tag' ? [] : ['contains'])),
      values: fc.subarray(valuesOf(dimension), { minLength: 1 }),
    }),
  )

function valuesOf(dimension: string): string[] {
  const known: Record<string, string[]> = {
    engine: ['chatgpt', 'claude', 'fake'],
    model: ['chatgpt-1', 'claude-2'],
    query: ['Question 1', 'Question 7'],
    tag: ['x', 'z', '(none)'],
    intent: ['comparison'],
    branded: ['true', 'false'],
    access: ['api', 'serp'],
    sourceDomain: ['own0.example', 'other1.example'],
    sourceUrl: ['https://own0.example/0'],
    owner: ['own', 'competitor'],
    category: ['news', 'own'],
  }
  return known[dimension] ?? []
}

const question = fc.boolean().chain((isBySource) => {
  const dimensions = isBySource ? [...OF_CHECKS, ...OF_SOURCES] : OF_CHECKS
  const metrics = isBySource
    ? ['sources', 'citations', 'sources_read']
    : [...RATES, ...MEANS, ...COUNTS]
  return fc.record({
    metrics: fc.subarray(metrics, { minLength: 1, maxLength: Math.min(6, metrics.length) }),
    own: fc.uniqueArray(fc.constantFrom(...dimensions), { maxLength: 2 }),
    time: fc.option(fc.constantFrom(...TIMES), { nil: undefined }),
    back: fc.integer({ min: 0, max: 69 }),
    length: fc.integer({ min: 1, max: 40 }),
    filters: fc.array(filterOn(dimensions), { maxLength: 2 }),
  })
})

type Answer = {
  rows: (string | number | null)[][]
  totals: Record<string, number | null>
  intervals: Record<string, { ci95: [number, number] | null }>
}

async function askRest(asked: CitationQuestion): Promise<Answer> {
  const parameters = new URLSearchParams({
    metrics: asked.metrics.join(','),
    from: asked.from,
    to: asked.to,
    filters: JSON.stringify(asked.filters),
    fill: 'none',
    limit: '100',
    ...(asked.dimensions.length > 0 && { dimensions: asked.dimensions.join(',') }),
  })
  const found: Answer[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    if (cursor !== '') parameters.set('cursor', cursor)
    const { body } = await app.api('GET', `/analytics/${site}/ai?${parameters.toString()}`, {
      token: key,
    })
    expect(body.error).toBeNull()
    app.clock.advance({ ms: 50 }) // 3,000 requests a minute
    const page = body.data as unknown as Answer & { nextCursor: string | null }
    found.push(page)
    cursor = page.nextCursor
  }
  return { ...found[0]!, rows: found.flatMap(({ rows }) => rows) }
}

const rounded = (value: number | string | null | undefined) =>
  typeof value === 'number' ? Number(value.toPrecision(10)) : (value ?? null)

const isSomething = (values: readonly unknown[]): boolean =>
  values.some((value) => value !== null && value !== 0)

const byLabels = (rows: Answer['rows'], width: number) =>
  rows.map((row) => [JSON.stringify(row.slice(0, width)), row.slice(width).map(rounded)] as const)

const asOf = (sample: {
  metrics: string[]
  own: string[]
  time: string | undefined
  back: number
  length: number
  filters: CitationQuestion['filters']
}): CitationQuestion => ({
  zone: ZONE,
  metrics: sample.metrics,
  dimensions: [...(sample.time ? [sample.time] : []), ...sample.own],
  from: dateBefore(sample.back),
  to: dateBefore(Math.max(0, sample.back - sample.length)),
  filters: sample.filters,
})

it('numbers over answers equal a recount of them, whatever is asked', async () => {
  let compared = 0
  await fc.assert(
    fc.asyncProperty(question, async (sample) => {
      const asked = asOf(sample)
      const actual = await askRest(asked)
      const expected = countCitations(queries, checks, asked)
      // A total leaves out questions that name the brand, unless a filter is by `branded`; rows may have both kinds.
      const [whole] = countCitations(queries, checks, { ...asked, dimensions: [] }).values()
      expect(asked.metrics.map((id) => rounded(actual.totals[id]) || null)).toEqual(
        asked.metrics.map((_, i) => rounded(whole?.[i]) || null),
      )
      const rows = byLabels(actual.rows, asked.dimensions.length)
      expect(new Set(rows.map(([labels]) => labels)).size).toBe(rows.length)
      expect(Object.fromEntries(rows.filter(([, values]) => isSomething(values)))).toEqual(
        Object.fromEntries(
          [...expected]
            .map(([labels, values]) => [labels, values.map(rounded)] as const)
            .filter(([, values]) => isSomething(values)),
        ),
      )
      compared += rows.length
    }),
    { numRuns: 300 },
  )
  expect(compared).toBeGreaterThan(1_500)
})

it('intervals are those of the runs, as the statistics make them of the answers themselves', async () => {
  const asked = { zone: ZONE, dimensions: [], from: dateBefore(69), to: dateBefore(0), filters: [] }
  const { intervals } = await askRest({ ...asked, metrics: RATES })
  const counted = checks.filter(
    ({ state, engine, query, at }) =>
      state === 'ok' &&
      engine !== 'fake' &&
      !queries[query]!.branded &&
      dateOf(ZONE, at) >= asked.from,
  )
  const count = (sources: readonly StoredSource[] = [], owners: readonly string[]) =>
    sources.filter(({ role, owner }) => role === 'cited' && owners.includes(owner)).length
  const parts: Record<string, (check: StoredCheck) => [number, number]> = {
    citation_rate: ({ cited }) => [cited ? 1 : 0, 1],
    mention_rate: ({ mentioned }) => [mentioned ? 1 : 0, mentioned === null ? 0 : 1],
    sov_mention: ({ mentioned, brands }) => [mentioned ? 1 : 0, brands ?? 0],
    sov_citation: ({ sources }) => [count(sources, ['own']), count(sources, ['own', 'competitor'])],
    source_share: ({ sources }) => [
      count(sources, ['own']),
      count(sources, ['own', 'competitor', 'other']),
    ],
    recommendation_rate: ({ recommended }) => [recommended ? 1 : 0, recommended === null ? 0 : 1],
  }
  for (const id of RATES) {
    const { interval } = rateInterval(rateMoments(cellsOfRate(counted, parts[id]!)))
    expect([id, intervals[id]?.ci95?.map(rounded)]).toEqual([id, interval?.map(rounded)])
  }
})

it('numbers over answers are the same by a tool and in a file', async () => {
  for (const sample of fc.sample(question, { numRuns: 25, seed: SEED })) {
    const asked = asOf(sample)
    const rest = await askRest(asked)
    const width = asked.dimensions.length + asked.metrics.length
    const { metrics, dimensions, filters, from, to } = asked
    const given = { site, range: `${from}..${to}`, metrics, dimensions, filters, limit: 100 }
    const tool = await postToolCall(app, 'data', key, 'query', given)
    const rows = tool.structuredContent!.rows
    const short = (cell: unknown) =>
      typeof cell === 'number' && !Number.isInteger(cell) ? Number(cell.toPrecision(4)) : cell
    expect(rows.map((row) => row.slice(0, width))).toEqual(
      rest.rows.slice(0, rows.length).map((row) => row.map(short)),
    )
    const link = new URLSearchParams({
      metrics: metrics.join(','),
      from,
      to,
      filters: JSON.stringify(filters),
      format: 'ndjson',
      ...(dimensions.length > 0 && { dimensions: dimensions.join(',') }),
    })
    const file = await fetch(`${app.url}/api/v1/analytics/${site}/export?${link.toString()}`, {
      headers: { authorization: `Bearer ${key}` },
    })
    const lines = (await file.text()).trim().split('\n').filter(Boolean)
    expect(lines.map((line) => Object.values(JSON.parse(line) as object))).toEqual(rest.rows)
  }
})
