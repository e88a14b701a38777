import type { AskableEngine } from '../../../domain/citations/ask-engine.ts'
import { BoundedMap } from '../../../lib/cache/bounded-map.ts'
import { KeyedQueue } from '../../../lib/concurrency/keyed-queue.ts'
import type { MonotonicClock } from '../../../lib/time/clock.ts'
import type { Wait } from '../../../lib/time/wait.ts'

interface Time {
  elapsed: MonotonicClock
  wait: Wait
}

/** The most gates that are remembered; there is one for each engine and each payer, the operator or an organization. */
const MOST_GATES = 1_000

/**
 * Keeps the gates to engines in this process. Runs that ask an engine with the same key share its gate, and take turns.
 */
export class EngineGates {
  readonly #time: Time
  readonly #gates = new BoundedMap<string, EngineGate>(MOST_GATES)

  constructor(time: Time) {
    this.#time = time
  }

  of({ engine, isOwnKey, pace }: AskableEngine, orgId: string): EngineGate {
    const payer = isOwnKey ? orgId : ''
    return this.#gates.getOrMake(`${engine} ${payer}`, () => new EngineGate(this.#time, pace))
  }
}

/**
 * Limits the requests to one engine: a few at a time, with a least time between two, and no request while the engine
 * asks for a pause.
 */
export class EngineGate {
  readonly #time: Time
  readonly #intervalMs: number
  readonly #queue: KeyedQueue
  #notBefore = 0

  constructor(time: Time, { concurrency, intervalMs }: AskableEngine['pace']) {
    this.#time = time
    this.#intervalMs = intervalMs
    this.#queue = new KeyedQueue({ concurrency })
  }

  /** Runs a check when the gate has room for it. Throws the signal's reason where that comes first. */
  run<T>(check: () => Promise<T>, turn: { run: string; signal: AbortSignal }): Promise<T> {
    return this.#queue.run(check, { key: turn.run, untilLeft: () => turn.signal })
  }

  /** Resolves when the next request may leave. Throws the signal's reason. */
  async enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    const now = this.#time.elapsed()
    const at = Math.max(now, this.#notBefore)
    this.#notBefore = at + this.#intervalMs
    if (at > now) await this.#time.wait(at - now, signal)
  }

  /** Lets no request through for this many milliseconds. */
  pause(ms: number): void {
    this.#notBefore = Math.max(this.#notBefore, this.#time.elapsed() + ms)
  }
}
