import { join } from 'node:path'
import { connectReader } from '../../db/sqlite/connect.ts'
import { createLogger } from '../../src/lib/logger.ts'
import { readConfig } from '../../src/server/config.ts'
import { openServices } from '../../src/server/services.ts'
import { daysOf, fillChecks } from '../citations/fill-checks.ts'
import { measureAnswers } from '../citations/measure-answers.ts'
import {
  measureMetrics,
  measureOthers,
  type AskedSite,
  type ReadCosts,
} from '../citations/measure-metrics.ts'
import { ASKED_ENGINES, measureSchedule, startEngines } from '../citations/measure-schedule.ts'
import type { Baselines } from '../harness/bundle-baselines.ts'
import { progress } from '../harness/progress.ts'
import { atMost, describeLimit, verdictOn, type RatioLimit } from '../harness/ratios.ts'
import { print, printTable } from '../harness/report.ts'
import {
  makeInstallation,
  postSite,
  runKeyCreate,
  runOwnerCreate,
  startProduct,
  type Installation,
} from '../product/product.ts'
import type { Settings } from '../settings.ts'

const DAY_MS = 86_400_000
const PROCESS_LIMIT = describeLimit(atMost(8))
const SCHEDULE_LIMIT = atMost(1.3)
const METRIC_LIMIT = atMost(1.5)
/**
 * The number of checks from which on the limit holds. With fewer checks, a request takes longer than its statement, so
 * only the ratios are printed.
 */
const JUDGED_CHECKS = 1_000_000
const HOLD_LIMIT = atMost(50)
/** Questions of a run with a million stored checks; of fewer checks, fewer are asked. */
const MOST_QUERIES = 200
const LEAST_QUERIES = 20
const CHECKS_PER_QUERY = 5_000

/**
 * Measures what answers of engines cost until they are stored, how long a run takes, and what numbers over a million
 * answers cost.
 */
export async function runCitationsSuite(
  _: Baselines,
  directory: string,
  settings: Settings,
): Promise<boolean> {
  progress.begin('citations')
  const installation = await makeInstallation(join(directory, 'citations'))
  const orgId = await runOwnerCreate(installation, 'bench')
  const [key = ''] = await runKeyCreate(installation, orgId, 1)
  const [answers = '', asked = '', filled = ''] = await makeSites(installation, key)
  print('\n## Answers of engines')
  let isWithin = await reportAnswers(installation, { orgId, siteId: answers }, settings)
  const file = join(installation.directory, 'bench.db')
  const endMs = Math.floor(Date.now() / DAY_MS) * DAY_MS
  const siteNum = numOf(file, filled)
  progress.begin(`making ${settings.checks.toLocaleString('en')} checks`)
  fillChecks(file, { siteNum, checks: settings.checks, endMs })
  await using engines = await startEngines()
  const env = { ...installation.env, ...engines.env }
  await using server = await startProduct({ ...installation, env }, { withProbe: true })
  const fromMs = endMs - daysOf(settings.checks) * DAY_MS
  const site: AskedSite = { server, key, file, siteId: filled, siteNum, fromMs, endMs }
  isWithin = (await reportNumbers(site, settings)) && isWithin
  const api = `http://127.0.0.1:${server.port}/api/v1`
  return (await reportSchedule({ api, key, site: asked, file }, settings)) && isWithin
}

async function makeSites(installation: Installation, key: string): Promise<string[]> {
  await using server = await startProduct(installation, { withProbe: false })
  const sites: string[] = []
  for (const name of ['kettlehub', 'asked', 'host3']) {
    sites.push(await postSite(server, key, `https://${name}.example/`))
  }
  return sites
}

function numOf(file: string, siteId: string): number {
  const db = connectReader(file)
  const num = Number(db.prepare('SELECT num FROM site WHERE id = ?').pluck().get(siteId))
  db.close()
  return num
}

async function reportAnswers(
  { env }: Installation,
  { orgId, siteId }: { orgId: string; siteId: string },
  { rounds }: Settings,
): Promise<boolean> {
  await using services = await openServices(readConfig(env), Date.now, createLogger('warn'))
  const site = await services.context.tenant(orgId).sites.find(siteId)
  if (!site) throw new Error('The site of the benchmark is gone')
  const costs = await measureAnswers(site, rounds)
  printTable(
    ['engine', 'body kB', 'JSON.parse µs', 'parsed, read and stored µs', 'ratio'],
    costs.map(({ engine, bytes, parse, process }) => [
      engine,
      (bytes / 1_000).toFixed(0),
      least(parse).toFixed(0),
      least(process).toFixed(0),
      (least(process) / least(parse)).toFixed(1),
    ]),
  )
  const [parsed, processed] = [
    costs.reduce((sum, { parse }) => sum + least(parse), 0),
    costs.reduce((sum, { process }) => sum + least(process), 0),
  ]
  const ratio = processed / parsed
  print(
    `all of them ${ratio.toFixed(1)} times JSON.parse (${PROCESS_LIMIT.words}): ${verdictOn(ratio, PROCESS_LIMIT)}`,
  )
  return PROCESS_LIMIT.isGoal === true || PROCESS_LIMIT.allows(ratio)
}

async function reportNumbers(site: AskedSite, { checks, rounds }: Settings): Promise<boolean> {
  print(`\n### Numbers over ${checks.toLocaleString('en')} checks, against the same SQL by hand`)
  const costs = await measureMetrics(site, rounds)
  const others = await measureOthers(site, rounds)
  const limit = checks < JUDGED_CHECKS ? describeLimit(METRIC_LIMIT) : METRIC_LIMIT
  const lines = [...costs, ...others].map((cost) => lineOf(cost, limit))
  printTable(
    [
      'read',
      'ms',
      'by hand ms',
      `ratio (${limit.words})`,
      'verdict',
      `event loop ms (${HOLD_LIMIT.words})`,
      'verdict',
    ],
    lines.map(({ cells }) => cells),
  )
  return lines.every((line) => line.isMet)
}

function lineOf(cost: ReadCosts, limit: RatioLimit) {
  const [ms, handMs, holdMs] = [least(cost.ours), least(cost.hand), least(cost.holds)]
  const isAlone = cost.hand.length === 0
  const ratio = ms / handMs
  const cells = [
    cost.name,
    ms.toFixed(0),
    isAlone ? '-' : handMs.toFixed(0),
    isAlone ? '-' : ratio.toFixed(2),
    isAlone ? '-' : verdictOn(ratio, limit),
    holdMs.toFixed(1),
    verdictOn(holdMs, HOLD_LIMIT),
  ]
  const isMet =
    (isAlone || limit.isGoal === true || limit.allows(ratio)) && HOLD_LIMIT.allows(holdMs)
  return { cells, isMet }
}

/** Returns the least of the rounds: other work on the machine makes some rounds longer and none shorter. */
const least = (rounds: readonly number[]): number => Math.min(...rounds)

async function reportSchedule(
  place: Parameters<typeof measureSchedule>[0],
  { checks }: Settings,
): Promise<boolean> {
  const queries = Math.min(
    MOST_QUERIES,
    Math.max(LEAST_QUERIES, Math.floor(checks / CHECKS_PER_QUERY)),
  )
  print(`\n### A run of ${queries * ASKED_ENGINES} checks, each answered after 200 ms`)
  const schedules = await measureSchedule(place, queries)
  const lines = schedules.map((one) => ({ ...one, ratio: one.tookMs / one.idealMs }))
  printTable(
    ['engine', 'checks', 'ideal s', 'took s', 'ratio', 'limit', 'verdict'],
    lines.map(({ engine, checks: count, idealMs, tookMs, ratio }) => [
      engine,
      String(count),
      (idealMs / 1_000).toFixed(1),
      (tookMs / 1_000).toFixed(1),
      ratio.toFixed(3),
      SCHEDULE_LIMIT.words,
      verdictOn(ratio, SCHEDULE_LIMIT),
    ]),
  )
  return lines.every(({ ratio }) => SCHEDULE_LIMIT.allows(ratio))
}
