import { openDataset, type Dataset } from '../dataset/dataset.ts'
import { atMost, isMet, type Ratio } from '../harness/ratios.ts'
import { progress } from '../harness/progress.ts'
import { print, printRatios, printTable } from '../harness/report.ts'
import type { ServerProcess } from '../harness/server-process.ts'
import { median, quantile } from '../harness/statistics.ts'
import { runKeyCreate, makeInstallation, startProduct } from '../product/product.ts'
import type { Settings } from '../settings.ts'

const CONNECTIONS = 4
const LIGHT_CALLS = 2_000

/** Light calls alone, and while one heavy scan runs after another; answers whether the limit was met. */
export async function runHeavySuite(_: unknown, __: string, settings: Settings): Promise<boolean> {
  const dataset = await openDataset(settings.events, settings.data)
  const installation = await makeInstallation(dataset.directory)
  const keys = await runKeyCreate(installation, dataset.orgId, settings.rounds * 4 + 2)
  print('\n## Light calls beside heavy scans')
  await using server = await startProduct(installation, { withProbe: false })
  const next = (): string => keys.shift() ?? dataset.key
  await light(server, dataset, next())
  const sinceMs = progress.nowMs
  const rounds: { quiet: Tail; busy: Tail; scans: number }[] = []
  for (let round = 0; round < settings.rounds; round++) {
    const quiet = await light(server, dataset, next())
    const heavy = startHeavy(server, dataset, next())
    const busy = await light(server, dataset, next())
    rounds.push({ quiet, busy, scans: await heavy.stop() })
    progress.turn('quiet and busy', { done: round + 1, of: settings.rounds, sinceMs })
  }
  printTable(
    ['round', 'quiet p50 ms', 'quiet p99 ms', 'busy p50 ms', 'busy p99 ms', 'scans'],
    rounds.map(({ quiet, busy, scans }, i) => [
      String(i + 1),
      ...[quiet.p50, quiet.p99, busy.p50, busy.p99].map((value) => value.toFixed(2)),
      String(scans),
    ]),
  )
  const ratios = rounds.map(({ quiet, busy }) => busy.p99 / quiet.p99)
  const ratio: Ratio = {
    label: 'light p99, busy / quiet',
    median: median(ratios),
    min: Math.min(...ratios),
    max: Math.max(...ratios),
    limit: atMost(3),
  }
  printRatios([ratio])
  return isMet(ratio)
}

interface Tail {
  p50: number
  p99: number
}

/** Overviews of a middle site, one after the other on each connection. */
async function light(server: ServerProcess, { sites }: Dataset, key: string): Promise<Tail> {
  const latencies = new Float64Array(LIGHT_CALLS)
  let sent = 0
  const lane = async (): Promise<void> => {
    for (let i = sent++; i < LIGHT_CALLS; i = sent++) {
      const startedAt = performance.now()
      await get(server, key, `/analytics/${sites.middle}/ai?range=28d&compare=previous_period`)
      latencies[i] = performance.now() - startedAt
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, lane))
  return { p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) }
}

/** Visitors of the largest site by country and device: every event of a quarter, sorted. */
function startHeavy(server: ServerProcess, { sites }: Dataset, key: string) {
  const over = new AbortController()
  const query = 'range=90d&metrics=visitors&dimensions=country,device&limit=10'
  const work = async (): Promise<number> => {
    let scans = 0
    for (; !over.signal.aborted; scans++) {
      await get(server, key, `/analytics/${sites.largest}/ai?${query}`)
    }
    return scans
  }
  const scans = work()
  return {
    stop: (): Promise<number> => {
      over.abort()
      return scans
    },
  }
}

async function get({ port }: ServerProcess, key: string, path: string): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
    headers: { authorization: `Bearer ${key}` },
  })
  const body = await response.text()
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${body.slice(0, 300)}`)
}
