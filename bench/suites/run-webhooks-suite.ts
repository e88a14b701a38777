import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { forEachConcurrent } from '../../src/lib/concurrency/for-each-concurrent.ts'
import type { Baselines } from '../harness/bundle-baselines.ts'
import { progress } from '../harness/progress.ts'
import { atLeast, compareRounds, describeLimit, isMet } from '../harness/ratios.ts'
import { print, printRatios } from '../harness/report.ts'
import { quantile } from '../harness/statistics.ts'
import { runScript } from '../product/cli.ts'
import type { Settings } from '../settings.ts'
import { DeliveryReceiver } from '../webhooks/delivery-receiver.ts'
import { WebhookWorkspace } from '../webhooks/webhook-workspace.ts'

const DELIVERIES = 10_000
/** The number of deliveries that the product sends to one endpoint at a time. */
const CONCURRENCY = 32
const MEGABYTE = 1024 * 1024

/** Events a second, and for how long. */
const STEADY = { rate: 100, seconds: 20, maxP99Ms: 250 }
const MIXED = { rate: 5, seconds: 20, healthy: 70, hanging: 20, dripping: 10, maxP99Ms: 2_000 }
const MAX_RSS = 250 * MEGABYTE

/** Prints how quickly events reach their receivers; returns whether every limit was met. */
export async function runWebhooksSuite(
  baselines: Baselines,
  directory: string,
  settings: Settings,
): Promise<boolean> {
  print(`\n## Webhooks: ${DELIVERIES.toLocaleString('en')} queued deliveries to one receiver`)
  const drained = await measureDrain(baselines, directory, settings)
  print(`\n## Webhooks: ${STEADY.rate} events a second to one receiver`)
  const steady = await measureSteady(join(directory, 'steady'))
  print('\n## Webhooks: 100 receivers, of which 20 never answer and 10 send a byte a second')
  const mixed = await measureMixed(join(directory, 'mixed'))
  return drained && steady && mixed
}

/** The same bodies from a loop that keeps connections and stores nothing, before and after each drain. */
async function measureDrain(
  { bareSender }: Baselines,
  directory: string,
  settings: Settings,
): Promise<boolean> {
  await using receiver = await DeliveryReceiver.start()
  await using workspace = await WebhookWorkspace.open(join(directory, 'drain'))
  const id = await workspace.subscribe(`${receiver.url}/ok/drain`)
  const bare = [await bareRate(bareSender, receiver)]
  const ours: number[] = []
  const sinceMs = progress.nowMs
  for (let round = 0; round < settings.rounds; round++) {
    ours.push(await drainRate(workspace, receiver, id))
    bare.push(await bareRate(bareSender, receiver))
    progress.turn('drains', { done: round + 1, of: settings.rounds, sinceMs })
  }
  const beside = ours.map((_, i) => ((bare[i] ?? 0) + (bare[i + 1] ?? 0)) / 2)
  print(`${words(ours)} deliveries a second, a bare loop ${words(bare)}, ${CONCURRENCY} at a time`)
  const ratio = compareRounds('rate / bare loop', ours, beside, describeLimit(atLeast(0.6)))
  printRatios([ratio])
  return isMet(ratio)
}

const words = (rates: readonly number[]): string => rates.map((rate) => rate.toFixed(0)).join(', ')

async function bareRate(script: string, receiver: DeliveryReceiver): Promise<number> {
  const all = receiver.next(DELIVERIES)
  const first = receiver.next(1)
  const env = {
    TARGET: `${receiver.url}/ok/bare`,
    COUNT: String(DELIVERIES),
    CONCURRENCY: String(CONCURRENCY),
  }
  const [rate] = await Promise.all([rateOf(receiver, first, all), runScript([script], { env })])
  return rate
}

async function drainRate(
  workspace: WebhookWorkspace,
  receiver: DeliveryReceiver,
  id: string,
): Promise<number> {
  await workspace.setPaused(id, true)
  progress.begin(`queues ${DELIVERIES} events`)
  const events = Array.from({ length: DELIVERIES }, (_, i) => i)
  await forEachConcurrent(events, 32, () => workspace.emit())
  const all = receiver.next(DELIVERIES)
  const first = receiver.next(1)
  await workspace.setPaused(id, false)
  return rateOf(receiver, first, all)
}

/** Deliveries a second from the first that arrives to the last. */
async function rateOf(
  receiver: DeliveryReceiver,
  first: Promise<void>,
  all: Promise<void>,
): Promise<number> {
  await first
  const startedAt = receiver.lastAtMs
  await all
  return ((DELIVERIES - 1) * 1_000) / (receiver.lastAtMs - startedAt)
}

async function measureSteady(directory: string): Promise<boolean> {
  await using receiver = await DeliveryReceiver.start()
  await using workspace = await WebhookWorkspace.open(directory)
  await workspace.subscribe(`${receiver.url}/ok/steady`)
  await emitSteadily(workspace, STEADY)
  return reportDelays(receiver, STEADY)
}

async function measureMixed(directory: string): Promise<boolean> {
  await using receiver = await DeliveryReceiver.start()
  await using workspace = await WebhookWorkspace.open(directory)
  for (const [kind, count] of [
    ['ok', MIXED.healthy],
    ['hang', MIXED.hanging],
    ['drip', MIXED.dripping],
  ] as const) {
    for (let i = 0; i < count; i++) await workspace.subscribe(`${receiver.url}/${kind}/${i}`)
  }
  let maxRss = 0
  const sample = async (): Promise<void> => {
    maxRss = Math.max(maxRss, await workspace.product.rssBytes())
  }
  await emitSteadily(workspace, MIXED, sample)
  const isPrompt = await reportDelays(receiver, { ...MIXED, rate: MIXED.rate * MIXED.healthy })
  print(`resident memory at most ${(maxRss / MEGABYTE).toFixed(0)} MB, limit < 250`)
  return isPrompt && maxRss < MAX_RSS
}

/** Emits at a steady rate, however long each event takes, and waits until all are stored. */
async function emitSteadily(
  workspace: WebhookWorkspace,
  { rate, seconds }: { rate: number; seconds: number },
  eachSecond: () => Promise<void> = async () => undefined,
): Promise<void> {
  const stored: Promise<void>[] = []
  const startedAt = performance.now()
  for (let second = 0; second < seconds; second++) {
    for (let i = 0; i < rate; i++) {
      stored.push(workspace.emit())
      await sleep(
        Math.max(0, startedAt + ((second * rate + i + 1) * 1_000) / rate - performance.now()),
      )
    }
    await eachSecond()
  }
  await Promise.all(stored)
}

/** The longest time that a delivery may still take after the last event. */
const SETTLE_MS = 5_000

async function reportDelays(
  receiver: DeliveryReceiver,
  { rate, seconds, maxP99Ms }: { rate: number; seconds: number; maxP99Ms: number },
): Promise<boolean> {
  await sleep(SETTLE_MS)
  const delays = Float64Array.from(receiver.delaysMs)
  const [p50, p99] = [quantile(delays, 0.5), quantile(delays, 0.99)]
  const expected = rate * seconds
  print(
    `${delays.length} of ${expected} arrived; from event to arrival p50 ${p50} ms, p99 ${p99} ms, most ${Math.max(...delays)} ms; limit of p99 ${maxP99Ms} ms`,
  )
  return delays.length >= expected && p99 < maxP99Ms
}
