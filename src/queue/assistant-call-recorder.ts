import { setImmediate as turn } from 'node:timers/promises'
import type { AssistantCallLog } from '../../db/system/assistant-call-log.ts'
import type { AssistantCall, AssistantCalls } from '../kernel/door/assistant-call.ts'
import { Counter } from '../lib/metrics/counter.ts'
import { Histogram } from '../lib/metrics/histogram.ts'
import type { Logger } from '../lib/logger.ts'

/** The milliseconds that a call waits to be written together with others. */
const WRITE_AFTER_MS = 1_000
/** The milliseconds until calls that could not be written are tried again. */
const RETRY_AFTER_MS = 10_000
/**
 * The calls that one transaction writes: it takes about two milliseconds, and others get their turn before the next.
 */
const BATCH = 200
/** The most calls that wait; a further call replaces the oldest one. */
const MAX_WAITING = 5_000

/**
 * The bounds of the buckets in seconds: those of the OpenTelemetry conventions for MCP, and finer ones for calls that
 * take almost no time.
 */
const BOUNDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30]

/**
 * Counts the calls of assistants, and writes them down in the background: a call waits for nothing, and a write that
 * fails is tried again. Calls are not stored as safely as events: a kill may lose those of the last second, a stop
 * loses none.
 */
export class AssistantCallRecorder implements AssistantCalls, AsyncDisposable {
  readonly #store: Pick<AssistantCallLog, 'insert'>
  readonly #log: Logger
  readonly #metrics = {
    calls: new Counter('citable_mcp_tool_calls_total', 'Calls of MCP tools.', [
      'server',
      'tool',
      'outcome',
    ]),
    seconds: new Histogram(
      'citable_mcp_tool_call_duration_seconds',
      'How long calls of MCP tools took.',
      ['server', 'tool'],
      BOUNDS,
    ),
    dropped: new Counter(
      'citable_assistant_calls_dropped_total',
      'Calls that were counted and not written down, because too many waited.',
    ),
  }
  #waiting: AssistantCall[] = []
  #writing: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(store: Pick<AssistantCallLog, 'insert'>, log: Logger) {
    this.#store = store
    this.#log = log
  }

  record(call: AssistantCall): void {
    const { server, tool, outcome, durationUs } = call
    this.#metrics.calls.add([server, tool, outcome])
    this.#metrics.seconds.observe([server, tool], durationUs / 1_000_000)
    this.#waiting.push(call)
    this.#dropOldest()
    this.#timer ??= this.#later(WRITE_AFTER_MS)
  }

  flush(): Promise<void> {
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined
    })
    return this.#writing
  }

  /** Returns the counts since the process began, in the Prometheus text format. */
  metricsText(): string {
    return Object.values(this.#metrics)
      .map((metric) => metric.text())
      .join('')
  }

  /** Writes the calls that wait; those that cannot be written are lost then. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.flush()
    clearTimeout(this.#timer)
  }

  #later(waitMs: number): NodeJS.Timeout {
    const timer = setTimeout(() => {
      this.#timer = undefined
      this.flush().catch((error: unknown) => this.#log.fatal({ err: error }, 'not recorded'))
    }, waitMs)
    return timer.unref()
  }

  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, BATCH)
      try {
        await this.#store.insert(batch)
      } catch (error) {
        this.#waiting = [...batch, ...this.#waiting]
        this.#dropOldest()
        const waiting = this.#waiting.length
        this.#log.warn({ err: error, waiting }, 'calls of assistants were not written down')
        this.#timer ??= this.#later(RETRY_AFTER_MS)
        return
      }
      if (this.#waiting.length > 0) await turn()
    }
  }

  #dropOldest(): void {
    const most = this.#waiting.length - MAX_WAITING
    if (most <= 0) return
    this.#waiting.splice(0, most)
    this.#metrics.dropped.add([], most)
  }
}
