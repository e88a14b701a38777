import { deepStrictEqual } from 'node:assert'
import { statSync } from 'node:fs'
import { Sqlite } from '../../db/sqlite/binding.ts'
import { readConfig } from '../../src/server/config.ts'
import { createLogger } from '../../src/lib/logger.ts'
import { openServices, type Services } from '../../src/server/services.ts'
import { reportManySites } from './report-many-sites.ts'
import { openDuck, type DuckDBConnection } from '../analytics/duck.ts'
import { QUESTIONS, askDuck, type BenchQuestion, type BenchSite } from '../analytics/questions.ts'
import { openDataset, type Dataset } from '../dataset/dataset.ts'
import { progress } from '../harness/progress.ts'
import { print, printTable } from '../harness/report.ts'
import { median, quantile } from '../harness/statistics.ts'
import { makeInstallation } from '../product/product.ts'
import type { Settings } from '../settings.ts'

const REPETITIONS = 200
/** The number of times that each question is asked before it is timed, since a server in use has compiled its code. */
const WARM_UP = 100
const DAY_MS = 86_400_000
const SMALLER = 10
/** Limits as a share of the raw scan: for overview, series and engines, and for all other questions to rollups. */
const HEADLINE_LIMIT = 0.05
const ROLLUP_LIMIT = 2
/** Limit as a multiple of the latency with a tenth of the events. */
const GROWTH_LIMIT = 1.3

interface Timing {
  median: number
  p95: number
}

/**
 * Asks questions of a year of events, and compares with a raw scan, with DuckDB and with a tenth of the events; returns
 * whether every limit was met.
 */
export async function runAnalyticsSuite(
  _: unknown,
  __: string,
  settings: Settings,
): Promise<boolean> {
  const dataset = await openDataset(settings.events, settings.data)
  const smaller = await openDataset(settings.events / SMALLER, settings.data)
  print(`\n## Analytics: ${settings.events.toLocaleString('en')} events, 200 sites, a year`)
  const areMet = await reportQuestions(dataset, smaller)
  return (await reportManySites(dataset, settings)) && areMet
}

async function reportQuestions(dataset: Dataset, smaller: Dataset): Promise<boolean> {
  await using services = await open(dataset)
  await using small = await open(smaller)
  const duck = await openDuck(dataset)
  let isMet = reportSize(dataset)
  for (const size of ['largest', 'middle', 'small'] as const) {
    const site = await siteOf(services, dataset, size)
    const tenth = await siteOf(small, smaller, size)
    const met = await reportSite(size, site, tenth, duck, { dataset, smaller })
    isMet = isMet && met
  }
  return isMet
}

async function open({ directory }: Dataset): Promise<Services> {
  const { env } = await makeInstallation(directory)
  return openServices(readConfig({ ...env }), Date.now, createLogger('warn'))
}

async function siteOf(
  { context }: Services,
  { orgId, sites, endMs }: Dataset,
  size: keyof Dataset['sites'],
): Promise<BenchSite> {
  const db = await context.tenant(orgId).sites.find(sites[size])
  if (!db) throw new Error(`No ${size} site`)
  return { db, num: db.row.num, endMs, services: { now: context.now(), cursors: context.cursors } }
}

/** Reports the bytes of the whole file for each event, as the product leaves it. */
function reportSize({ file, events }: Dataset): boolean {
  const bytes = statSync(file).size / events
  print(`${bytes.toFixed(1)} bytes an event on disk (limit 84)\n`)
  return bytes <= 84
}

interface Datasets {
  dataset: Dataset
  smaller: Dataset
}

async function reportSite(
  size: string,
  site: BenchSite,
  tenth: BenchSite,
  duck: DuckDBConnection,
  { dataset, smaller }: Datasets,
): Promise<boolean> {
  for (const question of QUESTIONS) {
    deepStrictEqual(
      await question.citable(site),
      await askDuck(duck, question.duck(site)),
      question.name,
    )
  }
  const scan = rawScan(dataset.file, site)
  const ours = [
    ...QUESTIONS.map((question) => () => question.citable(site)),
    ...QUESTIONS.map((question) => () => question.citable(tenth)),
  ]
  using writes = writeBetween([dataset.file, smaller.file])
  const timed = await time([scan.run, ...ours], writes.write)
  const again = await time(ours.slice(0, QUESTIONS.length))
  // DuckDB comes after the product and not in between, since its threads and garbage would count as the product's.
  timed.push(...(await time(QUESTIONS.map((one) => () => askDuck(duck, one.duck(site))))))
  scan.close()
  const floor = timed[0]?.median ?? Number.NaN
  const count = QUESTIONS.length
  const lines = QUESTIONS.map((question, i) =>
    lineOf(
      question,
      floor,
      [0, 1, 2].flatMap((side) => timed[1 + i + side * count] ?? []),
      again[i],
    ),
  )
  print(`${size} site, raw scan of 30 days ${floor.toFixed(2)} ms (median of ${REPETITIONS})`)
  printTable(
    [
      'question',
      'median ms',
      'p95 ms',
      'p95 / scan',
      'again ms',
      'limit',
      '10 M / 1 M',
      'DuckDB ms',
      'ours / DuckDB',
      'verdict',
    ],
    lines.map(({ cells }) => cells),
  )
  const faster = lines.filter(({ isFaster }) => isFaster).length
  print(`faster than DuckDB on ${faster} of ${QUESTIONS.length}\n`)
  return size !== 'largest' || (lines.every(({ isMet }) => isMet) && faster >= 7)
}

const UNTIMED: Timing = { median: Number.NaN, p95: Number.NaN }

function lineOf(
  { name, isRollup, isHeadline }: BenchQuestion,
  floor: number,
  timings: Timing[],
  again = UNTIMED,
) {
  const [ours = UNTIMED, tenth = UNTIMED, duck = UNTIMED] = timings
  const share = ours.p95 / floor
  const growth = ours.median / tenth.median
  const ratio = ours.median / duck.median
  const limit = isHeadline ? HEADLINE_LIMIT : isRollup ? ROLLUP_LIMIT : Number.POSITIVE_INFINITY
  const isMet = share <= limit && (!isHeadline || growth <= GROWTH_LIMIT)
  const cells = [
    name,
    ours.median.toFixed(3),
    ours.p95.toFixed(3),
    share.toFixed(3),
    again.median.toFixed(3),
    isRollup ? `<= ${limit}` : '-',
    growth.toFixed(2),
    duck.median.toFixed(2),
    ratio.toFixed(3),
    isMet ? 'PASS' : 'FAIL',
  ]
  return { cells, isMet, isFaster: ratio < 1 }
}

/** Writes to files from another connection, as events of readers do: a service keeps nothing that it read before. */
function writeBetween(files: readonly string[]) {
  const connections = files.map((file) => new Sqlite(file))
  let version = 0
  return {
    write: () => {
      version += 1
      for (const connection of connections) connection.pragma(`user_version = ${version}`)
    },
    [Symbol.dispose]: () => {
      for (const connection of connections) connection.close()
    },
  }
}

/** Counts and sums the site's events of 30 days by a bare statement, the floor of all that reads events. */
function rawScan(file: string, { num, endMs }: BenchSite) {
  const db = new Sqlite(file, { readonly: true })
  db.pragma('cache_size = -32768')
  const statement = db.prepare(
    'SELECT COUNT(*), SUM(kind) FROM event WHERE site_num = ? AND at >= ? AND at < ?',
  )
  return { run: () => statement.get(num, endMs - 30 * DAY_MS, endMs), close: () => db.close() }
}

/**
 * Times every question in turn, so that a disturbance meets all of them, after rounds that are not counted. Each is asked
 * twice and timed the second time, since the one before it has filled the processor's caches. `between` writes to the data, so
 * that nothing is answered from what was read the first time.
 */
async function time(
  works: readonly (() => unknown)[],
  between: () => void = () => undefined,
): Promise<Timing[]> {
  const sinceMs = progress.nowMs
  const samples = works.map(() => new Float64Array(REPETITIONS))
  for (let round = -WARM_UP; round < REPETITIONS; round++) {
    for (const [i, work] of works.entries()) {
      await work()
      between()
      const startedAt = performance.now()
      await work()
      if (round >= 0) samples[i]?.set([performance.now() - startedAt], round)
    }
    const done = round + WARM_UP + 1
    progress.turn('questions', { done, of: REPETITIONS + WARM_UP, sinceMs })
  }
  return samples.map((values) => ({ median: median([...values]), p95: quantile(values, 0.95) }))
}
