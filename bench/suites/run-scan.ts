import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod/v4'
import type { Baselines } from '../harness/bundle-baselines.ts'
import { isMet, type Limit, type Ratio } from '../harness/ratios.ts'
import { print, printRatios } from '../harness/report.ts'
import { residentBytes } from '../harness/resident-bytes.ts'
import { ServerProcess } from '../harness/server-process.ts'
import { median, quantile } from '../harness/statistics.ts'
import {
  createKeys,
  createOwner,
  createSite,
  makeInstallation,
  startProduct,
} from '../product/product.ts'
import type { Settings } from '../settings.ts'

const run = promisify(execFile)
const PAGES = 5_000
const CONCURRENCY = 8
const MEGABYTE = 1024 * 1024
const MAX_RSS = 250 * MEGABYTE
const MAX_P99_MS = 50
const SAMPLE_MS = 50

const Scan = z.object({ data: z.object({ id: z.string() }) })

interface Measured {
  /** Until every page was read and stored; prompts and score come after. */
  seconds: number
  wholeSeconds: number
  cpuMicros: number
  maxRss: number
  /** Of light calls while it ran. */
  p99Ms: number
}

const atLeast = (value: number): Limit => ({
  words: `>= ${value}`,
  allows: (ratio) => ratio >= value,
})
const atMost = (value: number): Limit => ({
  words: `<= ${value}`,
  allows: (ratio) => ratio <= value,
})

/** A first scan of 5,000 pages, beside a loop that downloads and parses them and does nothing else; then the same again. */
export async function runScan(
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
  const bare = await bareSeconds(baselines, origin, settings.rounds)
  const { env, ...place } = await makeInstallation(join(directory, 'scan'))
  const open = { ALLOW_PRIVATE_NETWORKS: '127.0.0.1', SCAN_CONCURRENCY: String(CONCURRENCY) }
  const installation = { ...place, env: { ...env, ...open } }
  const owner = await createOwner(installation, 'scan')
  const [key = ''] = await createKeys(installation, owner, 1)
  await using product = await startProduct(installation, { withProbe: true })
  const siteId = await createSite(product, key, `${origin}/`)
  const first = await scan(product, key, siteId)
  const again = await scan(product, key, siteId)
  print(
    `bare ${(PAGES / bare).toFixed(0)} pages a second; first scan ${(PAGES / first.seconds).toFixed(0)}; again ${(PAGES / again.seconds).toFixed(0)}; with prompts and score ${first.wholeSeconds.toFixed(1)} s and ${again.wholeSeconds.toFixed(1)} s`,
  )
  const ratios: Ratio[] = [
    one('rate of the first scan / bare', bare / first.seconds, atLeast(0.7)),
    one('CPU of the second scan / the first', again.cpuMicros / first.cpuMicros, atMost(0.25)),
  ]
  printRatios(ratios)
  print(
    `largest RSS ${(first.maxRss / MEGABYTE).toFixed(0)} MB (limit 250), p99 of light calls ${first.p99Ms.toFixed(1)} ms (limit ${MAX_P99_MS})`,
  )
  return ratios.every(isMet) && first.maxRss <= MAX_RSS && first.p99Ms <= MAX_P99_MS
}

const one = (label: string, value: number, limit: Limit): Ratio => ({
  label,
  median: value,
  min: value,
  max: value,
  limit,
})

async function bareSeconds({ bareReader }: Baselines, origin: string, rounds: number) {
  const args = [bareReader, origin, String(PAGES), String(CONCURRENCY)]
  const seconds: number[] = []
  for (let round = 0; round < rounds; round++) {
    const { stdout } = await run(process.execPath, args)
    seconds.push(Number(stdout))
  }
  return median(seconds)
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
  const samples: Promise<{ rss: number; ms: number }>[] = []
  const watch = setInterval(() => samples.push(sample(server, `${api}/org`, headers)), SAMPLE_MS)
  const events = await fetch(`${api}/scan/${data.id}`, {
    headers: { ...headers, accept: 'text/event-stream' },
  })
  let text = ''
  let crawledAt = 0
  // @NOTE a body of fetch is a stream of bytes.
  for await (const chunk of (events.body ?? []) as AsyncIterable<Uint8Array>) {
    text += Buffer.from(chunk).toString('utf8')
    if (crawledAt === 0 && /"phase":"(prompts|score|finalize)"/.test(text)) {
      crawledAt = performance.now()
    }
  }
  clearInterval(watch)
  const seconds = (crawledAt - startedAt) / 1_000
  const wholeSeconds = (performance.now() - startedAt) / 1_000
  if (!text.includes('"state":"succeeded"')) throw new Error('The scan did not succeed')
  const seen = await Promise.all(samples)
  return {
    seconds,
    wholeSeconds,
    cpuMicros: (await server.cpuMicros()) - cpuBefore,
    maxRss: Math.max(...seen.map(({ rss }) => rss)),
    p99Ms: quantile(
      Float64Array.from(seen, ({ ms }) => ms),
      0.99,
    ),
  }
}

async function sample(server: ServerProcess, url: string, headers: Record<string, string>) {
  const startedAt = performance.now()
  await (await fetch(url, { headers })).arrayBuffer()
  return { ms: performance.now() - startedAt, rss: await residentBytes(server.pid) }
}
