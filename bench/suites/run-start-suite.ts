import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Baselines } from '../harness/bundle-baselines.ts'
import { progress } from '../harness/progress.ts'
import { atMost, compareRounds, describeLimit, isMet } from '../harness/ratios.ts'
import { print, printRatios, printTable } from '../harness/report.ts'
import { residentBytes } from '../harness/resident-bytes.ts'
import { ServerProcess } from '../harness/server-process.ts'
import { median } from '../harness/statistics.ts'
import { makeInstallation, startProduct } from '../product/product.ts'
import type { Settings } from '../settings.ts'

const IDLE_MS = 1_000
const MEGABYTE = 1024 * 1024

interface Start {
  startMs: number
  idleBytes: number
}

/** Prints start time and idle memory against bare node; returns whether both limits were met. */
export async function runStartSuite(
  baselines: Baselines,
  directory: string,
  settings: Settings,
): Promise<boolean> {
  print('\n## Start: from spawn to the first 200 of /healthz, and memory when idle')
  const startBare: Starter = () => {
    const options = { env: {}, withProbe: false, readyStatus: 200 }
    return ServerProcess.start({ name: 'bare', script: baselines.bare, cwd: directory, ...options })
  }
  const starters = [startBare]
  if (!settings.baselinesOnly) {
    const installation = await makeInstallation(join(directory, 'start'))
    starters.push(() => startProduct(installation, { withProbe: false }))
  }
  const [bare = [], citable] = await measureStarts(starters, settings.rounds)
  return reportStarts(bare, citable)
}

type Starter = () => Promise<ServerProcess>

/**
 * The starts of each, in turn. A first start of each is not counted: it reads the files into the
 * system's cache and, for the product, creates the database.
 */
async function measureStarts(starters: readonly Starter[], rounds: number): Promise<Start[][]> {
  for (const start of starters) await measureStart(start)
  const starts: Start[][] = starters.map(() => [])
  const sinceMs = progress.nowMs
  for (let round = 0; round < rounds; round++) {
    for (const [index, start] of starters.entries()) starts[index]?.push(await measureStart(start))
    progress.turn('starts', { done: round + 1, of: rounds, sinceMs })
  }
  return starts
}

async function measureStart(start: Starter): Promise<Start> {
  await using server = await start()
  await sleep(IDLE_MS)
  return { startMs: server.startMs, idleBytes: await residentBytes(server.pid) }
}

function reportStarts(bare: readonly Start[], citable: readonly Start[] | undefined): boolean {
  const rows = [describeStarts('bare', bare)]
  if (citable) rows.push(describeStarts('citable', citable))
  printTable(['server', 'start ms', 'idle MB'], rows)
  if (citable === undefined) return true
  const ratios = [
    compareRounds(
      'start, citable / bare',
      citable.map(startMsOf),
      bare.map(startMsOf),
      describeLimit(atMost(3.5)),
    ),
    compareRounds(
      'idle RSS, citable / bare',
      citable.map(idleBytesOf),
      bare.map(idleBytesOf),
      atMost(2.3),
    ),
  ]
  print()
  printRatios(ratios)
  return ratios.every(isMet)
}

function startMsOf({ startMs }: Start): number {
  return startMs
}

function idleBytesOf({ idleBytes }: Start): number {
  return idleBytes
}

function describeStarts(name: string, starts: readonly Start[]): string[] {
  const idleMegabytes = median(starts.map(idleBytesOf)) / MEGABYTE
  return [name, median(starts.map(startMsOf)).toFixed(0), idleMegabytes.toFixed(1)]
}
