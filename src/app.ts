import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { takeServerLock } from '../db/jobs/server-lock.ts'
import { sqliteFile } from '../db/open.ts'
import type { Config } from './config.ts'
import { MINUTE_MS, systemClock, type Clock } from './core/clock.ts'
import { createLogger, type Logger } from './core/logger.ts'
import { createEntry } from './entry.ts'
import { refuseUnreadable } from './http/unreadable.ts'
import type { Resolve } from './net/guarded-connector.ts'
import type { Threads } from './queue/threads.ts'
import { openServices, type Services } from './services.ts'

export interface AppOptions {
  now?: Clock
  log?: Logger
  /** Off only where the lane is compared with the SDK. */
  useFastLane?: boolean
  /** How names of other servers become addresses; by default as the system does it. */
  resolve?: Resolve
  /** Computes for the service; one of its own by default. */
  threads?: Threads
}

export interface App extends AsyncDisposable {
  readonly services: Services
  /** How this process is reached, without a slash at its end. */
  readonly url: string
}

/** How long a stop waits for requests that are under way. */
const DRAIN_MS = 5_000

/** Starts the service: the only place that sees every layer. Disposing it drains, flushes and closes. */
export async function startApp(config: Config, options: AppOptions = {}): Promise<App> {
  const { now = systemClock, log = createLogger(config.logLevel), useFastLane = true } = options
  const services = await openServices(config, now, log, options)
  const server = createServer()
  const url = await listen(server, config)
  const routing = { publicUrl: config.publicUrl ?? url, useFastLane }
  server.on('request', createEntry(config, services, routing))
  server.on('clientError', refuseUnreadable(now))
  await services.upkeep.resume()
  const lock = takeServerLock(sqliteFile(config.databaseUrl))
  await services.startJobs({ isAlone: lock !== undefined })
  const uses = setInterval(() => writeUses(services), MINUTE_MS)
  uses.unref()
  return {
    services,
    url,
    async [Symbol.asyncDispose]() {
      clearInterval(uses)
      services.beginStop()
      // What runs may take as long as a request.
      await Promise.all([drain(server), services.jobs[Symbol.asyncDispose]()])
      await services[Symbol.asyncDispose]()
      lock?.[Symbol.dispose]()
    },
  }
}

function writeUses({ authenticator, log }: Services): void {
  authenticator.flushUses().catch((error: unknown) => {
    log.warn({ err: error }, 'last uses of keys were not written down')
  })
}

function listen(server: Server, { host, port }: Config): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      // @NOTE a server that listens on a port has an address of this form.
      const { port: taken, family, address } = server.address() as AddressInfo
      const name = address === '0.0.0.0' || address === '::' ? '127.0.0.1' : address
      resolve(`http://${family === 'IPv6' && name !== '127.0.0.1' ? `[${name}]` : name}:${taken}`)
    })
  })
}

/** Stops taking requests and waits for those under way; connections that only wait are closed at once. */
function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
    // A connection that stays open after its answer would hold the stop up for as long as it is kept alive.
    server.keepAliveTimeout = 1
    server.prependListener('request', (_, response) => {
      response.shouldKeepAlive = false
    })
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
    server.closeIdleConnections()
  })
}
