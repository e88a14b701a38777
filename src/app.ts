import { takeServerLock } from '../db/jobs/server-lock.ts'
import { openPermitStore } from '../db/permit-store.ts'
import { Limits } from './auth/limits.ts'
import { RateLimiter } from './auth/rate-limit.ts'
import type { Config } from './config.ts'
import { MINUTE_MS, systemClock, type Clock } from './core/clock.ts'
import { createLogger, type Logger } from './core/logger.ts'
import { Opened } from './core/opened.ts'
import { createEntry } from './entry.ts'
import { refuseUnreadable } from './http/unreadable.ts'
import { Listener } from './listener.ts'
import type { Resolve } from './net/guarded-connector.ts'
import type { Threads } from './queue/threads.ts'
import { openServices, warnExposed, type Services, type ServingServices } from './services.ts'

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
  readonly services: ServingServices
  /** How this process is reached, without a slash at its end. */
  readonly url: string
}

/**
 * Starts the service: the only place that sees every layer. Disposing it drains, flushes and closes. When it throws,
 * what it had opened is closed again.
 */
export async function startApp(config: Config, options: AppOptions = {}): Promise<App> {
  const { now = systemClock, log = createLogger(config.logLevel), useFastLane = true } = options
  const opened = new Opened()
  try {
    const listener = await Listener.open(config)
    const abandon = opened.add(() => listener.abandon())
    const services = await openServing(config, now, log, { ...options, opened })
    await services.upkeep.resume()
    const lock = takeServerLock(config.databaseFile, warnExposed(log))
    opened.add(() => lock?.[Symbol.dispose]())
    await services.startJobs({ isAlone: lock !== undefined })
    const uses = setInterval(() => writeUses(services), MINUTE_MS)
    uses.unref()
    opened.add(() => clearInterval(uses))
    const { url } = listener
    const routing = { publicUrl: config.publicUrl ?? url, useFastLane }
    listener.serve(
      createEntry(config, services, routing),
      refuseUnreadable(services, routing.publicUrl),
    )
    opened.forget(abandon)
    return {
      services,
      url,
      async [Symbol.asyncDispose]() {
        services.beginStop()
        // What runs may take as long as a request.
        await Promise.all([listener.drain(), services.jobs[Symbol.asyncDispose]()])
        await opened[Symbol.asyncDispose]()
      },
    }
  } catch (error) {
    await opened[Symbol.asyncDispose]()
    throw error
  }
}

/** The services and the limits. Those are written down by one process alone, so the command line goes without. */
async function openServing(
  config: Config,
  now: Clock,
  log: Logger,
  { opened, ...outside }: AppOptions & { opened: Opened },
): Promise<ServingServices> {
  const services = await openServices(config, now, log, outside)
  opened.add(() => services[Symbol.asyncDispose]())
  const store = openPermitStore(`${config.databaseFile}-limits`, warnExposed(log))
  const limiter = new RateLimiter({ now, store })
  opened.add(() => limiter.close())
  return { ...services, limits: new Limits(limiter, services.addresses) }
}

function writeUses({ authenticator, log }: Services): void {
  authenticator.flushUses().catch((error: unknown) => {
    log.warn({ err: error }, 'last uses of keys were not written down')
  })
}
