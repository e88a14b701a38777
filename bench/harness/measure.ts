import { setTimeout as sleep } from 'node:timers/promises'
import {
  closeConnections,
  sendRequests,
  openConnections,
  type AnswerCheck,
} from '../client/send-requests.ts'
import type { Settings } from '../settings.ts'
import { progress } from './progress.ts'
import type { ServerProcess } from './server-process.ts'
import { quantile } from './statistics.ts'

/** Requests before each round that are not measured: they open connections and warm the code up again. */
const PRELUDE = 500
/** Milliseconds after the last answer of a round: work that goes on then (writes, collection) belongs to the round. */
const SETTLE_MS = 100

/** One variant: a server and the requests to it. */
export interface Load {
  name: string
  server: ServerProcess
  /** The next `count` requests, made before the clock runs. */
  requests: (count: number) => Buffer[]
  check: AnswerCheck
}

export interface Round {
  cpuMicros: number
  requestsPerSecond: number
  p50Ms: number
  p99Ms: number
  /** Mean size of an answer's body, as received. */
  bodyBytes: number
  rssBytes: number
}

/** Rounds by the name of the load; every load has the same number, in the same order. */
export type RoundsByName = ReadonlyMap<string, readonly Round[]>

/** Requests that one load sends in a whole run. */
export function requestsPerLoad(settings: Settings): number {
  return settings.warmup + settings.rounds * (PRELUDE + settings.requests)
}

/** Warms every load up, then measures them in turn: A B C A B C … */
export async function measureInterleaved(
  loads: readonly Load[],
  settings: Settings,
): Promise<RoundsByName> {
  for (const load of loads) {
    progress.begin(`${load.name} warms up`)
    await inContext(load, () => warmUp(load, settings))
  }
  const roundsByName = new Map<string, Round[]>(loads.map(({ name }) => [name, []]))
  const sinceMs = progress.nowMs
  const of = settings.rounds * loads.length
  for (let done = 0; done < of;) {
    for (const load of loads) {
      const round = await inContext(load, () => measureRound(load, settings))
      roundsByName.get(load.name)?.push(round)
      progress.turn(`${load.name}, turns of all variants`, { done: ++done, of, sinceMs })
    }
  }
  return roundsByName
}

async function warmUp(load: Load, settings: Settings): Promise<void> {
  const connections = await openConnections(load.server.port, settings.connections)
  try {
    await sendRequests(connections, load.requests(settings.warmup), load.check)
  } finally {
    await closeConnections(connections)
  }
}

async function measureRound(load: Load, settings: Settings): Promise<Round> {
  const { server, check } = load
  const prelude = load.requests(PRELUDE)
  const requests = load.requests(settings.requests)
  const connections = await openConnections(server.port, settings.connections)
  try {
    await sendRequests(connections, prelude, check)
    await sleep(SETTLE_MS)
    const before = await server.cpuMicros()
    const { seconds, latenciesMs, bodyBytes } = await sendRequests(connections, requests, check)
    await sleep(SETTLE_MS)
    const after = await server.cpuMicros()
    return {
      cpuMicros: (after - before) / requests.length,
      requestsPerSecond: requests.length / seconds,
      p50Ms: quantile(latenciesMs, 0.5),
      p99Ms: quantile(latenciesMs, 0.99),
      bodyBytes,
      rssBytes: await server.rssBytes(),
    }
  } finally {
    await closeConnections(connections)
  }
}

async function inContext<T>(load: Load, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`${load.name} failed: ${reason}`, { cause })
  }
}
