import { setTimeout as delay } from 'node:timers/promises'
import { inspectData } from './stored-events.ts'
import type { DataFolder } from './data-folder.ts'
import { EventReceiver } from './event-receiver.ts'

/**
 * Milliseconds from the first event that the server takes until it is killed, at most. In that time it also delivers
 * what was left before.
 */
const KILL_WITHIN_MS = 800
/** Events that are sent a second. */
const RATE = 200
/** The part of the events whose first attempt the receiver fails. */
const FAILING = 0.05
const MAX_ANSWER_MS = 50
/**
 * The longest wait for what is left. A failed delivery is tried again after five seconds, which this exceeds many times
 * over.
 */
const LAST_WAIT_MS = 120_000

export interface CrashLoop {
  folder: DataFolder
  receiver: EventReceiver
  environment: Record<string, string>
  kills: number
  /** Returns a number from 0 to 1; a seeded one repeats a run. */
  random: () => number
  /** Asks the server at this address for an event of this name, and returns whether it said that it is stored. */
  send: (url: string, name: string) => Promise<boolean>
  /** Reads the name out of a delivery. */
  nameOf: (payload: Readonly<Record<string, unknown>>) => string
}

export interface CrashTotals {
  kills: number
  /** Events that the server said it had stored. */
  acknowledged: number
  /** The events of them that were never delivered. */
  lost: string[]
  /** Deliveries of an event that had been taken before. */
  duplicates: number
  /** The file's integrity after each kill; `ok` is said once. */
  integrity: string[]
  seconds: number
}

/** Starts a receiver that takes its time, and fails the first attempt of some events. */
export function startUnreliableReceiver(random: () => number): Promise<EventReceiver> {
  const failed = new Set<string>()
  return EventReceiver.start(({ id }, response) => {
    const fails = !failed.has(id) && random() < FAILING
    if (fails) failed.add(id)
    setTimeout(() => response.writeHead(fails ? 500 : 200).end(), random() * MAX_ANSWER_MS)
  })
}

/** Kills a server again and again while it takes events and delivers them, then lets one deliver what is left. */
export async function runCrashLoop(loop: CrashLoop): Promise<CrashTotals> {
  const { folder, receiver, environment, kills, random } = loop
  const startedAt = performance.now()
  const acknowledged = new Set<string>()
  const integrity = new Set<string>()
  for (let kill = 0; kill < kills; kill++) {
    const server = await folder.serve({ environment })
    const load = new Load(loop, { url: server.url, prefix: `${kill}-`, acknowledged })
    await load.begun
    await delay(random() * KILL_WITHIN_MS)
    await server.kill()
    await load.end()
    integrity.add(
      inspectData(folder.path, (db) => String(db.pragma('integrity_check', { simple: true }))),
    )
  }
  await using server = await folder.serve({ environment })
  const missing = await untilReceived(loop, acknowledged)
  await server.stop()
  return {
    kills,
    acknowledged: acknowledged.size,
    lost: missing,
    duplicates: countDuplicates(receiver),
    integrity: [...integrity],
    seconds: (performance.now() - startedAt) / 1_000,
  }
}

/** Sends events at a steady rate until it is ended. */
class Load {
  /** Resolves with the first event that was taken. */
  readonly begun: Promise<void>
  readonly #sent = new Set<Promise<void>>()
  readonly #timer: NodeJS.Timeout
  #count = 0

  constructor(
    { send }: CrashLoop,
    { url, prefix, acknowledged }: { url: string; prefix: string; acknowledged: Set<string> },
  ) {
    let begin: () => void
    this.begun = new Promise((resolve) => {
      begin = resolve
    })
    const sendOne = async (): Promise<void> => {
      const name = `${prefix}${this.#count++}`
      if (!(await send(url, name))) return
      acknowledged.add(name)
      begin()
    }
    this.#timer = setInterval(() => this.#sent.add(sendOne()), 1_000 / RATE)
  }

  async end(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all(this.#sent)
  }
}

/** Waits until each event was taken; returns those that were not in time. */
async function untilReceived(
  { receiver, nameOf }: CrashLoop,
  acknowledged: ReadonlySet<string>,
): Promise<string[]> {
  const deadline = performance.now() + LAST_WAIT_MS
  for (;;) {
    const taken = new Set(receiver.taken.map(({ payload }) => nameOf(payload)))
    const missing = [...acknowledged].filter((name) => !taken.has(name))
    if (missing.length === 0 || performance.now() > deadline) return missing
    await delay(100)
  }
}

function countDuplicates({ taken }: EventReceiver): number {
  return taken.length - new Set(taken.map(({ id }) => id)).size
}
