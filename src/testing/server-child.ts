import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { NextChange } from '../lib/concurrency/next-change.ts'
import { bundled } from './bundled.ts'
import { childEnvironment } from './child-environment.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const STOP_LIMIT_MS = 10_000

interface Options {
  /** The folder that holds the data. */
  directory: string
  environment?: Record<string, string>
  /** No file of the process may grow beyond these bytes: to the process the disk is full there. */
  maxFileBytes?: number
  /** Kills the process at one moment of its work; see `failpoint.js`. */
  failpoint?: Failpoint
  /** The file that the process starts with; by default that of the bundle of this run. */
  main?: string
}

export interface Failpoint {
  /** Pattern of a statement's text. */
  statement: string
  moment: 'after statement' | 'before commit' | 'after commit'
}

const FAILPOINT = new URL('./failpoint.js', import.meta.url).href

interface LogLine {
  msg?: string
  url?: string
  database?: string
}

export interface Exit {
  code: number | null
  signal: string | null
}

/** The server as its operator runs it: a process of its own, on the system's clock. */
export class ServerChild implements AsyncDisposable {
  /** The address is empty until the server listens. */
  url = ''
  readonly #process: ChildProcess
  readonly #exited: Promise<Exit>
  readonly #lines: Lines

  #error = ''

  private constructor(process: ChildProcessByStdio<null, Readable, Readable>) {
    this.#process = process
    // Both streams have ended when the process is closed.
    this.#exited = once(process, 'close').then(([code, signal]): Exit => ({ code, signal }))
    this.#lines = new Lines(process.stdout)
    process.stderr.on('data', (chunk: Buffer) => {
      this.#error += chunk.toString()
    })
  }

  static async start(options: Options): Promise<ServerChild> {
    const child = ServerChild.#spawn(options)
    child.stderr.pipe(process.stderr)
    const server = new ServerChild(child)
    const { url = '' } = await server.log('listening')
    server.url = url
    return server
  }

  /** Starts a server that may not come to listen. */
  static starting(options: Options): ServerChild {
    return new ServerChild(ServerChild.#spawn(options))
  }

  /** Waits until it has ended by itself, and returns what it said on standard error. */
  async ended(): Promise<Exit & { error: string }> {
    return { ...(await this.#exited), error: this.#error }
  }

  static #spawn({ directory, environment = {}, maxFileBytes, failpoint, main }: Options) {
    const preload = failpoint ? ['--import', FAILPOINT] : []
    const node = [process.execPath, ...preload, main ?? bundled('main')]
    // `ulimit -f` counts blocks of 512 bytes; Node ignores the signal that would come with the failing write.
    const limited = [
      'sh',
      '-c',
      `ulimit -f ${(maxFileBytes ?? 0) / 512} && exec "$@"`,
      'sh',
      ...node,
    ]
    const [command = '', ...args] = maxFileBytes === undefined ? node : limited
    return spawn(command, args, {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...childEnvironment(),
        PORT: '0',
        DATABASE_URL: `sqlite:${join(directory, 'citable.db')}`,
        ...(failpoint && { FAILPOINT: JSON.stringify(failpoint) }),
        ...environment,
      },
    })
  }

  /** Waits for the log line with this message. */
  log(message: string): Promise<LogLine> {
    return this.#lines.find(message)
  }

  /** Counts the log lines with this message so far. */
  timesLogged(message: string): number {
    return this.#lines.count(message)
  }

  /** `kill -9`; returns when the process is gone. */
  async kill(): Promise<void> {
    this.#process.kill('SIGKILL')
    await this.#exited
  }

  /** Asks the process to stop. One that is not gone after ten seconds is killed, and its exit says so. */
  async stop(...signals: NodeJS.Signals[]): Promise<Exit> {
    for (const signal of signals.length > 0 ? signals : ['SIGTERM' as const]) {
      this.#process.kill(signal)
    }
    const cut = setTimeout(() => this.#process.kill('SIGKILL'), STOP_LIMIT_MS)
    const exit = await this.#exited
    clearTimeout(cut)
    return exit
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#process.exitCode === null && this.#process.signalCode === null) await this.kill()
  }
}

/** Log lines of a process, each kept, so that one that came before it was asked for is found too. */
class Lines {
  readonly #seen: LogLine[] = []
  readonly #change = new NextChange()
  #ended = false

  constructor(stream: NodeJS.ReadableStream) {
    const reader = createInterface({ input: stream })
    reader.on('line', (line) => {
      this.#seen.push(JSON.parse(line) as LogLine)
      this.#change.changed()
    })
    reader.on('close', () => {
      this.#ended = true
      this.#change.changed()
    })
  }

  count(message: string): number {
    return this.#seen.filter(({ msg }) => msg === message).length
  }

  async find(message: string): Promise<LogLine> {
    for (;;) {
      const line = this.#seen.find(({ msg }) => msg === message)
      if (line) return line
      if (this.#ended) throw new Error(`The process ended without logging "${message}"`)
      await this.#change.next()
    }
  }
}
