import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { HttpConnection } from '../client/http-connection.ts'
import { httpGet } from '../client/http-message.ts'
import { freePort } from './free-port.ts'

const PROBE = new URL('../probe.js', import.meta.url)
const READY_TIMEOUT_MS = 30_000
const POLL_MS = 2
const STOP_TIMEOUT_MS = 10_000
const PROBE_TIMEOUT_MS = 10_000

export interface ServerOptions {
  name: string
  /** Path of plain JavaScript, run by `node` itself. */
  script: string
  cwd: string
  /** The whole environment but PORT; nothing is inherited. */
  env: Record<string, string>
  /** Without the probe there are no `cpuMicros` and `rssBytes`, and nothing is preloaded. */
  withProbe: boolean
  /** GET /healthz must answer this; any answer will do when left out. */
  readyStatus?: number
}

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** A server under measurement: a child process on a free loopback port. */
export class ServerProcess {
  readonly name: string
  readonly port: number
  /** Milliseconds from just before the spawn to the first ready answer. */
  readonly startMs: number
  readonly #child: ChildProcess

  private constructor(name: string, port: number, startMs: number, child: ChildProcess) {
    this.name = name
    this.port = port
    this.startMs = startMs
    this.#child = child
  }

  static async start(options: ServerOptions): Promise<ServerProcess> {
    const port = await freePort()
    const preload = options.withProbe ? ['--import', PROBE.href] : []
    const startedAt = performance.now()
    const child = spawn(process.execPath, [...preload, options.script], {
      cwd: options.cwd,
      env: { NODE_ENV: 'production', ...options.env, PORT: String(port) },
      // The product logs as it does by default, and its lines are no part of the report.
      stdio: ['ignore', 'ignore', 'inherit', ...(options.withProbe ? ['ipc' as const] : [])],
    })
    running.add(child)
    child.once('exit', () => running.delete(child))
    await untilReady(options, port, child)
    return new ServerProcess(options.name, port, performance.now() - startedAt, child)
  }

  get pid(): number {
    if (this.#child.pid === undefined) throw new Error(`${this.name} was not started`)
    return this.#child.pid
  }

  /** User and system CPU time since the start of the process. */
  async cpuMicros(): Promise<number> {
    const { user, system } = await this.#ask('cpu')
    return Number(user) + Number(system)
  }

  async rssBytes(): Promise<number> {
    const { bytes } = await this.#ask('rss')
    return Number(bytes)
  }

  /** Returns the longest turn of the event loop, in ms, since the last call; the first call starts measuring. */
  async longestHoldMs(): Promise<number> {
    const { ms } = await this.#ask('hold')
    return Number(ms)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (hasEnded(this.#child)) return
    const exit = once(this.#child, 'exit')
    this.#child.kill('SIGTERM')
    const timeout = new AbortController()
    const kill = sleep(STOP_TIMEOUT_MS, undefined, { signal: timeout.signal }).then(
      () => this.#child.kill('SIGKILL'),
      () => false,
    )
    await exit
    timeout.abort()
    await kill
  }

  async #ask(kind: 'cpu' | 'rss' | 'hold'): Promise<Record<string, unknown>> {
    const reply = once(this.#child, 'message', { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) })
    this.#child.send(kind)
    const [message]: unknown[] = await reply
    if (isRecord(message) && message['kind'] === kind) return message
    throw new Error(`${this.name} did not answer the probe's question for ${kind}`)
  }
}

async function untilReady(options: ServerOptions, port: number, child: ChildProcess) {
  const deadline = performance.now() + READY_TIMEOUT_MS
  const request = httpGet(port, '/healthz')
  while (performance.now() < deadline) {
    if (hasEnded(child)) {
      throw new Error(`${options.name} ended before it was ready (${fileName(options.script)})`)
    }
    const status = await statusOf(port, request)
    if (status !== undefined && status === (options.readyStatus ?? status)) return
    await sleep(POLL_MS)
  }
  throw new Error(`${options.name} was not ready within ${READY_TIMEOUT_MS} ms`)
}

/** Returns the status of an answer; undefined while no process listens. */
async function statusOf(port: number, request: Buffer): Promise<number | undefined> {
  try {
    await using connection = await HttpConnection.open(port)
    return (await connection.exchange(request)).status
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED') return undefined
    throw cause
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function fileName(script: string): string {
  return script.startsWith('file:') ? fileURLToPath(script) : script
}
