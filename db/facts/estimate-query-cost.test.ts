import { Kysely } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { siteWithHistory } from '../../src/testing/site-with-history.ts'
import { TestApp } from '../../src/testing/start-test-app.ts'
import { Sqlite } from '../sqlite/binding.ts'
import { connectReader, type SqliteConnection } from '../sqlite/connect.ts'
import { readDialect, type RunRead } from '../sqlite/reader.ts'
import type { Tables } from '../tables/schema.ts'
import type { FactFilter, FactQuery } from './fact-query.ts'
import { MAX_STEPS_PER_CALL, estimateQueryCost } from './estimate-query-cost.ts'
import { dayKind } from './rollup-keys.ts'

let app: TestApp
let connection: SqliteConnection
let siteNum: number
/** The number of statements that the estimate ran. */
let reads: number

const DAY = 20_000

beforeAll(async () => {
  app = await TestApp.start()
  connection = connectReader(app.app.services.database.file)
})

beforeEach(async () => {
  const { id } = await siteWithHistory(app)
  const { database } = app.app.services
  siteNum = (await database.ingestSites.find(id, app.clock.now()))?.num ?? 0
  reads = 0
})

afterAll(async () => {
  connection.close()
  await app[Symbol.asyncDispose]()
})

const read: RunRead = async (text, parameters) => {
  reads++
  return connection.prepare(text).raw().all(parameters)
}

const query = (changes: Partial<FactQuery>): FactQuery => ({
  measures: ['impressions'],
  dimensions: ['path'],
  grain: null,
  days: { from: DAY, to: DAY + 28 },
  instants: { fromMs: 0, toMs: 1 },
  segments: () => [],
  monthStarts: [],
  filters: [],
  having: [],
  shares: [],
  operators: { chatgpt: 'OpenAI' },
  minAskers: 1,
  namingRanges: () => [],
  order: { by: 'label', index: 0, direction: 'asc' },
  limit: 10,
  after: null,
  ...changes,
})

const weigh = (changes: Partial<FactQuery>): Promise<number> => {
  const compiler = new Kysely<Tables>({ dialect: readDialect(read) })
  const rows = async ({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) =>
    // @NOTE `read` gives arrays.
    (await read(sql, parameters, 'arrays')) as unknown[][]
  return estimateQueryCost({ rows, compiler, siteNum }, query(changes), MAX_STEPS_PER_CALL)
}

/** Adds `count` numbered pages, each seen on each of `days` days. */
function addPages(count: number, days: number): void {
  const file = new Sqlite(app.app.services.database.file)
  const numbers = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :count)'
  file
    .prepare(
      `${numbers} INSERT INTO page (id, site_num, path, url, first_seen_at, last_seen_at)
       SELECT 'pg_' || :site || '_' || i, :site, '/some/page/' || i, '', 0, 0 FROM n`,
    )
    .run({ count, site: siteNum })
  file
    .prepare(
      `${numbers} INSERT INTO rollup_dim
       SELECT :site * 16 + 1, ${dayKind(DAY, 1)} + (n.i - 1) * 16, p.num, 1
       FROM n, page AS p WHERE p.site_num = :site`,
    )
    .run({ count: days, site: siteNum })
  file.close()
}

const contains = (...values: string[]): FactFilter => ({
  dimension: 'path',
  op: 'contains',
  values,
})

describe('estimateQueryCost', () => {
  it('knows the cost without a read where nothing is grouped or filtered', async () => {
    expect(await weigh({ dimensions: [] })).toBeLessThan(MAX_STEPS_PER_CALL / 100)
    const years = { from: DAY, to: DAY + 3_700 }
    const measures = [
      'impressions',
      'ai_clicks',
      'shares',
      'questions',
      'visitors',
      'sessions',
    ] as const
    expect(await weigh({ dimensions: [], measures, days: years })).toBeGreaterThan(
      MAX_STEPS_PER_CALL,
    )
    expect(reads).toBe(0)
  })

  it('the cost grows with the rows of the days that are asked for', async () => {
    addPages(500, 28)
    const week = await weigh({ days: { from: DAY, to: DAY + 7 } })
    const weeks = await weigh({})
    expect(weeks).toBeGreaterThan(3 * week)
    expect(weeks).toBeLessThan(MAX_STEPS_PER_CALL)
    expect(await weigh({ days: { from: DAY - 28, to: DAY } })).toBeLessThan(week)
  })

  it('the cost is infinite where there are too many rows, of which no more are counted than would be read', async () => {
    addPages(2_000, 28)
    expect(await weigh({})).toBe(Infinity)
    expect(reads).toBe(1)
  })

  it('a filter that names the pages costs a few rows', async () => {
    addPages(2_000, 28)
    const pinned = [{ dimension: 'path', op: 'in', values: ['/some/page/7', '/a'] }] as const
    expect(await weigh({ filters: pinned })).toBeLessThan(MAX_STEPS_PER_CALL / 50)
    expect(await weigh({ filters: [{ anyOf: pinned }] })).toBe(Infinity)
  })

  it('the cost grows with the patterns that names are compared with, and with their length', async () => {
    addPages(500, 1)
    const one = await weigh({ filters: [contains('zz')] })
    const ten = await weigh({
      filters: [contains(...Array.from({ length: 10 }, (_, i) => `z${i}`))],
    })
    const long = await weigh({ filters: [contains('z'.repeat(200))] })
    expect(ten).toBeGreaterThan(one)
    expect(long).toBeGreaterThan(ten)
    expect(await weigh({ filters: [contains('z'.repeat(1_000))] })).toBe(Infinity)
    expect(
      await weigh({ filters: [{ anyOf: [contains('z'), contains('z'.repeat(1_000))] }] }),
    ).toBe(Infinity)
  })

  it('the cost is infinite where a site has more names than are counted', async () => {
    addPages(6_000, 1)
    expect(await weigh({ filters: [contains('z')] })).toBe(Infinity)
  })

  it('names are counted once for all filters of a dimension', async () => {
    addPages(10, 1)
    await weigh({
      filters: Array.from({ length: 10 }, () => ({ anyOf: [contains('a'), contains('b')] })),
    })
    expect(reads).toBe(2)
  })

  it.each(['operator', 'pageId', 'engine'] as const)(
    'the cost is found for names of %s',
    async (dimension) => {
      const filters = [{ dimension, op: 'glob', values: ['*a*'] } as const]
      expect(await weigh({ dimensions: [], filters })).toBeLessThan(MAX_STEPS_PER_CALL)
    },
  )
})
