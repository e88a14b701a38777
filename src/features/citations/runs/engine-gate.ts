import type { AskableEngine } from '../../../domain/citations/ask-engine.ts'
import { BoundedMap } from '../../../lib/cache/bounded-map.ts'
import { KeyedQueue } from '../../../lib/concurrency/keyed-queue.ts'
import type { MonotonicClock } from '../../../lib/time/clock.ts'
import type { Wait } from '../../../lib/time/wait.ts'

interface Time {
  elapsed: MonotonicClock
  wait: Wait
}

/** The most gates that are remembered: those of the operator's keys, and of organizations with keys of their own. */
const MOST_GATES = 1_000

/** The gates to engines in this process. Runs that ask with one key share its gate, and take turns. */
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
 * Lets requests to one engine through: a few at a time, with a least time between two, and none while it asks for a
 * pause.
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

  /** Runs a check when there is room for it. Throws the signal's reason where that comes first. */
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

  /** Lets no request through for a while. */
  pause(ms: number): void {
    this.#notBefore = Math.max(this.#notBefore, this.#time.elapsed() + ms)
  }
}
