import { readdir } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { VERSION } from '../kernel/door/version.ts'
import { gaugeText } from '../lib/metrics/gauge-text.ts'
import type { Clock } from '../lib/time/clock.ts'

const NANOSECONDS = 1e9
const MICROSECONDS = 1e6
/** The milliseconds between two samples of the delay of the event loop. */
const RESOLUTION_MS = 20

/** Measures what the process uses, and reports it under the names that dashboards for Node know. */
export class ProcessMetrics implements Disposable {
  readonly #delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  readonly #startedAtMs: number

  constructor(now: Clock) {
    this.#startedAtMs = now() - process.uptime() * 1_000
    this.#delay.enable()
  }

  async text(): Promise<string> {
    const { user, system } = process.cpuUsage()
    const memory = process.memoryUsage()
    const files = await openFiles()
    return [
      gaugeText('citable_build_info', 'The version that runs.', [
        { labels: { version: VERSION, node: process.versions.node }, value: 1 },
      ]),
      gaugeText(
        'process_start_time_seconds',
        'When the process began, as Unix time.',
        Math.round(this.#startedAtMs / 1_000),
      ),
      cpuText('user_', user),
      cpuText('system_', system),
      cpuText('', user + system),
      gaugeText('process_resident_memory_bytes', 'Resident memory.', memory.rss),
      gaugeText('nodejs_heap_size_used_bytes', 'Heap in use.', memory.heapUsed),
      gaugeText('nodejs_heap_size_total_bytes', 'Heap with what is free in it.', memory.heapTotal),
      gaugeText('nodejs_external_memory_bytes', 'Memory outside of the heap.', memory.external),
      files === undefined ? '' : gaugeText('process_open_fds', 'Open files and sockets.', files),
      this.#delayText(),
    ].join('')
  }

  [Symbol.dispose](): void {
    this.#delay.disable()
  }

  /** Writes the delays of the event loop since the last request for them. */
  #delayText(): string {
    const delay = this.#delay
    const numbers: readonly (readonly [string, number])[] = [
      ['mean', delay.mean],
      ['max', delay.max],
      ['p50', delay.percentile(50)],
      ['p90', delay.percentile(90)],
      ['p99', delay.percentile(99)],
    ]
    const lines = numbers.map(([name, ns]) =>
      gaugeText(
        `nodejs_eventloop_lag_${name}_seconds`,
        'How late the event loop ran, since the last scrape.',
        Number.isFinite(ns) ? ns / NANOSECONDS : 0,
      ),
    )
    delay.reset()
    return lines.join('')
  }
}

const cpuText = (kind: string, us: number): string =>
  gaugeText(`process_cpu_${kind}seconds_total`, 'CPU time.', us / MICROSECONDS, 'counter')

/** Counts the open files of the process, where the system reports them. */
async function openFiles(): Promise<number | undefined> {
  try {
    return (await readdir('/proc/self/fd')).length
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
