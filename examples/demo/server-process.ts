import { spawn, type ChildProcess } from 'node:child_process'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

const START_TIMEOUT_MS = 15_000
const STOP_TIMEOUT_MS = 10_000

export interface RunningServer extends AsyncDisposable {
  readonly url: string
  /** Resolves after Ctrl-C or SIGTERM, or when the server ends by itself. */
  untilStopped(): Promise<void>
}

/** Starts the built server on the port, or on a free one when it is taken. Disposing it stops it cleanly. */
export async function startServer(
  environment: NodeJS.ProcessEnv,
  wantedPort: number,
): Promise<RunningServer> {
  const isUsable = wantedPort > 0 && (await isFree(wantedPort))
  const port = isUsable ? wantedPort : await freePort()
  const child = spawn(process.execPath, ['dist/main.js'], {
    env: { ...environment, PORT: String(port) },
    stdio: ['ignore', 'inherit', 'inherit'],
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
    await untilHealthy(url, child)
  } catch (error) {
    endChild()
    throw error
  }
  return {
    url,
    untilStopped: () => Promise.race([exited, untilSignal()]),
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

function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
}

async function untilHealthy(url: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error('The server ended right after its start')
    if (await answers(url)) return
    await delay(20)
  }
  throw new Error(`The server did not answer within ${START_TIMEOUT_MS / 1_000} s`)
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
