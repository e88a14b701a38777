import * as z from 'zod/v4'
import { connectReader } from '../../db/sqlite/connect.ts'
import { progress } from '../harness/progress.ts'
import type { ServerProcess } from '../harness/server-process.ts'
import { METRIC_QUESTIONS, DIVIDED_QUESTIONS, READS_OF_A_SITE } from './metric-questions.ts'

const DAY_MS = 86_400_000

export interface AskedSite {
  server: ServerProcess
  key: string
  file: string
  siteId: string
  siteNum: number
  fromMs: number
  endMs: number
}

export interface ReadCosts {
  name: string
  /** Milliseconds of each round. */
  ours: number[]
  hand: number[]
  /** The longest that the event loop was held in each round. */
  holds: number[]
}

const Totals = z.object({
  data: z.object({ totals: z.record(z.string(), z.number().nullable()) }),
})

const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** Times each metric over all answers of a site, and its statement by hand. Throws where their numbers differ. */
export async function measureMetrics(site: AskedSite, rounds: number): Promise<ReadCosts[]> {
  const { file, siteNum, fromMs, endMs } = site
  const db = connectReader(file)
  const days = `from=${day(fromMs)}&to=${day(endMs - DAY_MS)}`
  const sinceMs = progress.nowMs
  const costs: ReadCosts[] = []
  for (const { metric, sql } of METRIC_QUESTIONS) {
    const statement = db.prepare(sql)
    const cost: ReadCosts = { name: metric, ours: [], hand: [], holds: [] }
    for (let round = -1; round < rounds; round++) {
      const byHand = await timed(async () =>
        statement.get({ site: siteNum, from: fromMs, to: endMs }),
      )
      const path = `analytics/${site.siteId}/ai?metrics=${metric}&${days}`
      const { ms, holdMs, body } = await ask(site, path)
      assertSame(metric, Totals.parse(body).data.totals[metric], byHand.result)
      if (round < 0) continue
      cost.ours.push(ms)
      cost.hand.push(byHand.ms)
      cost.holds.push(holdMs)
    }
    costs.push(cost)
    progress.turn('metrics', { done: costs.length, of: METRIC_QUESTIONS.length, sinceMs })
  }
  db.close()
  return costs
}

/** Times the further questions, which no single statement answers. */
export async function measureOthers(site: AskedSite, rounds: number): Promise<ReadCosts[]> {
  const { fromMs, endMs } = site
  const half = endMs - Math.floor((endMs - fromMs) / 2 / DAY_MS) * DAY_MS
  const month = Math.max(fromMs, endMs - 28 * DAY_MS)
  const asked = [
    ...DIVIDED_QUESTIONS.map((one) => ({
      ...one,
      from: one.name.endsWith('compared') ? half : fromMs,
    })),
    ...READS_OF_A_SITE.map((one) => ({ ...one, from: month })),
  ]
  const costs: ReadCosts[] = []
  const sinceMs = progress.nowMs
  for (const { name, path, from } of asked) {
    const cost: ReadCosts = { name, ours: [], hand: [], holds: [] }
    for (let round = -1; round < rounds; round++) {
      const days = `from=${day(from)}&to=${day(endMs - DAY_MS)}`
      const { ms, holdMs } = await ask(site, path(site.siteId, days))
      if (round < 0) continue
      cost.ours.push(ms)
      cost.holds.push(holdMs)
    }
    costs.push(cost)
    progress.turn('other reads', { done: costs.length, of: asked.length, sinceMs })
  }
  return costs
}

async function ask({ server, key }: AskedSite, path: string) {
  await server.longestHoldMs()
  const { ms, result } = await timed(async () => {
    const response = await fetch(`http://127.0.0.1:${server.port}/api/v1/${path}`, {
      headers: { authorization: `Bearer ${key}` },
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`GET ${path} answered ${response.status}: ${text}`)
    return text
  })
  const body: unknown = JSON.parse(result)
  return { ms, body, holdMs: await server.longestHoldMs() }
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const startedAt = performance.now()
  const result = await work()
  return { ms: performance.now() - startedAt, result }
}

const ByHand = z.object({ part: z.number(), whole: z.number().default(1) })

function assertSame(metric: string, ours: number | null | undefined, row: unknown): void {
  const { part, whole } = ByHand.parse(row)
  const hand = part / whole
  if (Math.abs((ours ?? Number.NaN) - hand) <= 1e-9 * Math.abs(hand)) return
  throw new Error(`${metric} is ${ours}, and ${hand} by hand`)
}
