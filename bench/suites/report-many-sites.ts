import * as z from 'zod/v4'
import type { Dataset } from '../dataset/dataset.ts'
import { progress } from '../harness/progress.ts'
import { atMost, compareRounds, isMet } from '../harness/ratios.ts'
import { print, printRatios, printTable } from '../harness/report.ts'
import type { ServerProcess } from '../harness/server-process.ts'
import { median } from '../harness/statistics.ts'
import { makeInstallation, runKeyCreate, startProduct } from '../product/product.ts'
import type { Settings } from '../settings.ts'

const ASKED = 'metrics=ai_clicks,ai_referrals&range=28d&compare=previous_period'
const ALL = `breakdown?dimensions=site&limit=100&${ASKED}`
const MAX_HOLD_MS = 50

interface Cost {
  cpuMs: number
  holdMs: number
}

/**
 * Reports the cost of one call over all sites next to that of a call for each of them; returns whether both limits were
 * met.
 */
export async function reportManySites(dataset: Dataset, settings: Settings): Promise<boolean> {
  const installation = await makeInstallation(dataset.directory)
  // A round has a call for each site, and a key may make 3,000 requests a minute.
  const keys = await runKeyCreate(installation, dataset.orgId, settings.rounds + 1)
  await using server = await startProduct(installation, { withProbe: true })
  const sites = await ask(server, dataset.key, ALL)
  print(`\n### One call over ${sites.length} sites, and a call for each`)
  await server.longestHoldMs()
  const sinceMs = progress.nowMs
  const rounds: { one: Cost; each: Cost }[] = []
  for (const [i, key] of keys.entries()) {
    const each = await costOf(server, async () => {
      for (const site of sites) await ask(server, key, `${site}/ai?${ASKED}`)
    })
    const one = await costOf(server, () => ask(server, key, ALL))
    // The first round has compiled the code of both.
    if (i > 0) rounds.push({ one, each })
    progress.turn('calls over sites', { done: i + 1, of: keys.length, sinceMs })
  }
  printTable(
    ['round', 'one call, CPU ms', 'longest hold ms', 'a call for each, CPU ms'],
    rounds.map(({ one, each }, i) => [
      String(i + 1),
      one.cpuMs.toFixed(0),
      one.holdMs.toFixed(1),
      each.cpuMs.toFixed(0),
    ]),
  )
  const cpu = compareRounds(
    'CPU, one call / a call for each site',
    rounds.map(({ one }) => one.cpuMs),
    rounds.map(({ each }) => each.cpuMs),
    atMost(1),
  )
  printRatios([cpu])
  const hold = median(rounds.map(({ one }) => one.holdMs))
  const isShort = hold <= MAX_HOLD_MS
  print(
    `longest hold of the event loop ${hold.toFixed(1)} ms (limit ${MAX_HOLD_MS}, median of rounds): ${isShort ? 'PASS' : 'FAIL'}`,
  )
  return isMet(cpu) && isShort
}

async function costOf(server: ServerProcess, work: () => Promise<unknown>): Promise<Cost> {
  await server.longestHoldMs()
  const before = await server.cpuMicros()
  await work()
  const cpuMs = ((await server.cpuMicros()) - before) / 1_000
  return { cpuMs, holdMs: await server.longestHoldMs() }
}

const Answer = z.object({
  data: z.object({
    sites: z.array(z.object({ siteId: z.string() })).default([]),
    leftOut: z.array(z.unknown()).default([]),
  }),
})

/** Returns the ids of the sites in an answer over several sites. Throws where the answer has left some out. */
async function ask(server: ServerProcess, key: string, path: string): Promise<string[]> {
  const response = await fetch(`http://127.0.0.1:${server.port}/api/v1/analytics/${path}`, {
    headers: { authorization: `Bearer ${key}` },
  })
  const body = await response.text()
  if (!response.ok) throw new Error(`GET ${path} answered ${response.status}: ${body}`)
  const { sites, leftOut } = Answer.parse(JSON.parse(body)).data
  if (leftOut.length > 0) throw new Error(`${leftOut.length} sites were left out`)
  return sites.map(({ siteId }) => siteId)
}
