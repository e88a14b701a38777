import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import * as z from 'zod/v4'
import type { Baselines } from '../harness/bundle-baselines.ts'
import {
  atLeast,
  atMost,
  compareRounds,
  describeLimit,
  isMet,
  type Ratio,
} from '../harness/ratios.ts'
import { progress } from '../harness/progress.ts'
import { print, printRatios } from '../harness/report.ts'
import { residentBytes } from '../harness/resident-bytes.ts'
import { ServerProcess } from '../harness/server-process.ts'
import { median, quantile } from '../harness/statistics.ts'
import {
  runKeyCreate,
  runOwnerCreate,
  postSite,
  makeInstallation,
  startProduct,
} from '../product/product.ts'
import type { Settings } from '../settings.ts'

const run = promisify(execFile)
const PAGES = 5_000
const CONCURRENCY = 8
const MEGABYTE = 1024 * 1024
const MAX_RSS = 320 * MEGABYTE
const MAX_P99_MS = 50
const SAMPLE_MS = 50

/** A scan in one of these phases has all its pages. */
const LATER_PHASES = ['prompts', 'score', 'finalize']

const Scan = z.object({ data: z.object({ id: z.string(), state: z.string(), phase: z.string() }) })

interface Measured {
  /** Seconds until every page was read and stored; prompts and score come after. */
  seconds: number
  wholeSeconds: number
  cpuMicros: number
  maxRss: number
  /** 99th percentile of light calls while the scan ran. */
  p99Ms: number
}

/**
 * First scans of 5,000 pages, each by a server of its own and between two runs of a loop that downloads and parses them
 * and does nothing else; each then once more.
 */
export async function runScanSuite(
  baselines: Baselines,
  directory: string,
  settings: Settings,
): Promise<boolean> {
  print(`\n## Scan of ${PAGES.toLocaleString('en')} pages, ${CONCURRENCY} requests at a time`)
  await using site = await ServerProcess.start({
    name: 'pages',
    script: baselines.manyPages,
    cwd: directory,
    env: { PAGES: String(PAGES) },
    withProbe: false,
  })
  const origin = `http://127.0.0.1:${site.port}`
  const sinceMs = progress.nowMs
  const bare = [await bareSeconds(baselines, origin)]
  const rounds: Round[] = []
  for (let round = 0; round < settings.rounds; round++) {
    rounds.push(await scanTwice(join(directory, `scan-${round}`), origin))
    bare.push(await bareSeconds(baselines, origin))
    progress.turn('first scans and second ones', {
      done: round + 1,
      of: settings.rounds,
      sinceMs,
    })
  }
  return report(rounds, bare)
}

interface Round {
  first: Measured
  again: Measured
}

async function scanTwice(folder: string, origin: string): Promise<Round> {
  const { env, ...place } = await makeInstallation(folder)
  const open = { ALLOW_PRIVATE_NETWORKS: '127.0.0.1', SCAN_CONCURRENCY: String(CONCURRENCY) }
  const installation = { ...place, env: { ...env, ...open } }
  const owner = await runOwnerCreate(installation, 'scan')
  const [key = ''] = await runKeyCreate(installation, owner, 1)
  await using product = await startProduct(installation, { withProbe: true })
  const siteId = await postSite(product, key, `${origin}/`)
  const first = await scan(product, key, siteId)
  return { first, again: await scan(product, key, siteId) }
}

function report(rounds: readonly Round[], bare: readonly number[]): boolean {
  const firsts = rounds.map(({ first }) => first)
  const agains = rounds.map(({ again }) => again)
  // The machine is another one from minute to minute: what counts is the loop right before and right after.
  const beside = firsts.map((_, i) => mean([bare[i] ?? Number.NaN, bare[i + 1] ?? Number.NaN]))
  print(
    `bare ${rate(bare)} pages a second; first scan ${rate(secondsOf(firsts))}; again ${rate(secondsOf(agains))}; with prompts and score ${wholeOf(firsts)} s and ${wholeOf(agains)} s`,
  )
  const ratios: Ratio[] = [
    compareRounds(
      'rate of the first scan / bare',
      beside,
      secondsOf(firsts),
      describeLimit(atLeast(0.7)),
    ),
    compareRounds('CPU of the second scan / the first', cpuOf(agains), cpuOf(firsts), atMost(0.25)),
  ]
  printRatios(ratios)
  const maxRss = Math.max(...firsts.map((one) => one.maxRss))
  const p99s = firsts.map(({ p99Ms }) => p99Ms)
  print(
    `largest RSS ${(maxRss / MEGABYTE).toFixed(0)} MB (limit ${MAX_RSS / MEGABYTE}), p99 of light calls ${p99s.map((ms) => ms.toFixed(1)).join(', ')} ms (goal ${MAX_P99_MS})`,
  )
  return ratios.every(isMet) && maxRss <= MAX_RSS
}

const secondsOf = (scans: readonly Measured[]): number[] => scans.map((one) => one.seconds)
const cpuOf = (scans: readonly Measured[]): number[] => scans.map(({ cpuMicros }) => cpuMicros)

/** Formats pages a second. */
const rate = (times: readonly number[]): string => (PAGES / median(times)).toFixed(0)

const wholeOf = (scans: readonly Measured[]): string =>
  median(scans.map(({ wholeSeconds }) => wholeSeconds)).toFixed(1)

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

async function bareSeconds({ bareReader }: Baselines, origin: string): Promise<number> {
  const args = [bareReader, origin, String(PAGES), String(CONCURRENCY)]
  const { stdout } = await run(process.execPath, args)
  return Number(stdout)
}

async function scan(server: ServerProcess, key: string, siteId: string): Promise<Measured> {
  const api = `http://127.0.0.1:${server.port}/api/v1`
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const cpuBefore = await server.cpuMicros()
  const startedAt = performance.now()
  const started = await fetch(`${api}/scan`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ siteId }),
  })
  const { data } = Scan.parse(await started.json())
  const seen = await watch(server, `${api}/scan/${data.id}`, headers)
  const end = seen.find(isOver)
  if (end?.state !== 'succeeded') throw new Error('The scan did not succeed')
  const crawled = seen.find(({ phase }) => LATER_PHASES.includes(phase)) ?? end
  return {
    seconds: (crawled.at - startedAt) / 1_000,
    wholeSeconds: (end.at - startedAt) / 1_000,
    cpuMicros: (await server.cpuMicros()) - cpuBefore,
    maxRss: Math.max(...seen.map(({ rss }) => rss)),
    p99Ms: quantile(
      Float64Array.from(seen, ({ ms }) => ms),
      0.99,
    ),
  }
}

const isOver = ({ state }: Sample): boolean => state !== 'queued' && state !== 'running'

interface Sample {
  state: string
  phase: string
  /** Time of the answer. */
  at: number
  ms: number
  rss: number
}

/** Makes light calls that do not wait for each other, until the scan is over; returns them by time of answer. */
async function watch(server: ServerProcess, url: string, headers: Record<string, string>) {
  const seen: Sample[] = []
  const calls: Promise<unknown>[] = []
  do {
    calls.push(sample(server, url, headers).then((one) => seen.push(one)))
    await sleep(SAMPLE_MS)
  } while (!seen.some(isOver))
  await Promise.all(calls)
  return seen
}

async function sample(
  server: ServerProcess,
  url: string,
  headers: Record<string, string>,
): Promise<Sample> {
  const startedAt = performance.now()
  const { data } = Scan.parse(await (await fetch(url, { headers })).json())
  const at = performance.now()
  return { ...data, at, ms: at - startedAt, rss: await residentBytes(server.pid) }
}
