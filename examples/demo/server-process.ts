import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { aborted } from './stop-signal.ts'

const START_TIMEOUT_MS = 15_000
const STOP_TIMEOUT_MS = 10_000

export interface RunningServer extends AsyncDisposable {
  readonly url: string
  /** Resolves when the demo is to stop. Throws when the server ends by itself. */
  untilStopped(): Promise<void>
}

/** The server, which lies next to the bundle that the demo runs from. */
const SERVER = join(import.meta.dirname, 'main.js')

/** Starts the built server on the port, or on a free one when it is taken. Disposing it stops it cleanly. */
export async function startServer(
  environment: NodeJS.ProcessEnv,
  wantedPort: number,
  stop: AbortSignal,
): Promise<RunningServer> {
  const isUsable = wantedPort > 0 && (await isFree(wantedPort))
  const port = isUsable ? wantedPort : await freePort()
  const child = spawn(process.execPath, [SERVER], {
    env: { ...environment, PORT: String(port) },
    // Its words go to our error output, so that the answers stay readable.
    stdio: ['ignore', process.stderr, process.stderr],
    // A group of its own: Ctrl-C reaches the demo, and the demo stops the server.
    detached: true,
  })
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  const endChild = (): void => {
    child.kill('SIGKILL')
  }
  process.once('exit', endChild)
  const url = `http://127.0.0.1:${port}`
  try {
    await untilHealthy(url, child, stop)
  } catch (error) {
    endChild()
    process.removeListener('exit', endChild)
    throw error
  }
  return {
    url,
    async untilStopped() {
      const hasEnded = await Promise.race([exited.then(() => true), aborted(stop)])
      if (hasEnded) throw new Error('the server ended by itself; what it said stands above')
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      const stopped = await Promise.race([
        exited.then(() => true),
        delay(STOP_TIMEOUT_MS, false, { ref: false }),
      ])
      if (!stopped) endChild()
      process.removeListener('exit', endChild)
    },
  }
}

async function untilHealthy(url: string, child: ChildProcess, stop: AbortSignal): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS
  while (performance.now() < deadline) {
    stop.throwIfAborted()
    if (child.exitCode !== null) throw new Error('the server ended right after its start')
    if (await answers(url)) return
    await delay(20)
  }
  throw new Error(`the server did not answer within ${START_TIMEOUT_MS / 1_000} s`)
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/healthz`)).ok
  } catch (error) {
    if (error instanceof TypeError) return false // not listening yet
    throw error
  }
}

function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}

function freePort(): Promise<number> {
  const probe = createServer()
  return new Promise((resolve, reject) => {
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      // @NOTE a server that listens on a port has an address of this form.
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}
