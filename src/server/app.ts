import { toUnusableDatabaseError, UnusableDatabaseError } from '../../db/errors.ts'
import { takeServerLock } from '../../db/sqlite/server-lock.ts'
import { openPermitStore } from '../../db/sqlite/permit-store.ts'
import { ForgivingStore } from '../auth/forgiving-store.ts'
import { Limits } from '../auth/limits.ts'
import { RateLimiter } from '../auth/rate-limit.ts'
import type { Config } from './config.ts'
import {
  MINUTE_MS,
  systemClock,
  systemElapsed,
  type Clock,
  type Elapsed,
} from '../lib/time/clock.ts'
import { createLogger, type Logger } from '../lib/logger.ts'
import { Opened } from '../lib/concurrency/opened.ts'
import { OperatorError } from '../kernel/operator-error.ts'
import { tryFor } from '../lib/concurrency/try-for.ts'
import { createEntry } from './entry.ts'
import { refuseUnreadable } from '../http/unreadable.ts'
import { Listener } from './listener.ts'
import type { Resolve } from '../net/guarded-connector.ts'
import type { Threads } from '../queue/worker-pool.ts'
import { openServices, warnExposed, type Services, type ServingServices } from './services.ts'

export interface AppOptions {
  now?: Clock
  elapsed?: Elapsed
  log?: Logger
  /** Off only where the lane is compared with the SDK. */
  useFastLane?: boolean
  /** How names of other servers become addresses; by default as the system does it. */
  resolve?: Resolve
  /** Computes for the service; one of its own by default. */
  threads?: Threads
  /** What a reading thread runs; by default what lies beside the code that starts it. */
  readWorker?: URL
  /** Ends a start that is still trying; what was opened is closed, and the reason thrown. */
  signal?: AbortSignal
}

export interface App extends AsyncDisposable {
  readonly services: ServingServices
  /** How this process is reached, without a slash at its end. */
  readonly url: string
}

/**
 * Starts the service: the only place that sees every layer. Disposing it drains, flushes and closes. It starts whole or
 * not at all: what storage keeps from it is tried again for as long as the configuration says; when it throws, what it
 * had opened is closed again.
 */
export async function startApp(config: Config, options: AppOptions = {}): Promise<App> {
  const { log = createLogger(config.logLevel), useFastLane = true } = options
  const opened = new Opened()
  try {
    const listener = await Listener.open(config)
    const abandon = opened.add(() => listener.abandon())
    const { url } = listener
    const { services, closing } = await tryToOpen(config, { ...options, log, url })
    opened.add(() => closing[Symbol.asyncDispose]())
    listener.serve(
      createEntry(config, services, { useFastLane }),
      refuseUnreadable(services, services.context.publicUrl),
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

interface Serving {
  services: ServingServices
  /** Closes all that they stand on. */
  closing: AsyncDisposable
}

type Starting = AppOptions & { log: Logger; url: string }

/** Opens everything, again and again while something is in the way that may go by itself. */
async function tryToOpen(config: Config, options: Starting): Promise<Serving> {
  const { startTimeoutMs } = config
  let hasWaited = false
  try {
    return await tryFor(() => openWhole(config, options), {
      timeoutMs: startTimeoutMs,
      mayPass: (error) => error instanceof UnusableDatabaseError && error.isTransient,
      failed(error) {
        hasWaited = true
        const upTo = { url: options.url, err: error, timeoutMs: startTimeoutMs }
        options.log.warn(upTo, 'not started yet, and tried again')
      },
      signal: options.signal,
    })
  } catch (error) {
    if (!hasWaited || !(error instanceof UnusableDatabaseError)) throw error
    const tried = `Tried for ${startTimeoutMs} ms (START_TIMEOUT_MS)`
    throw new OperatorError(`${error.message}. ${tried}`, { cause: error })
  }
}

/** All of it, or nothing. Throws UnusableDatabaseError where storage is in the way. */
async function openWhole(config: Config, options: Starting): Promise<Serving> {
  const { log, now = systemClock } = options
  const file = config.databaseFile
  const opened = new Opened()
  try {
    const lock = takeServerLock(file, warnExposed(log))
    opened.add(() => lock[Symbol.dispose]())
    const services = await openServing(config, now, log, { ...options, opened })
    // The first that writes: what cannot be written is found out before anything has begun.
    await services.startJobs({ isAlone: true })
    await services.upkeep.resume()
    const uses = setInterval(() => writeUses(services), MINUTE_MS)
    uses.unref()
    opened.add(() => clearInterval(uses))
    return { services, closing: opened }
  } catch (error) {
    await opened[Symbol.asyncDispose]()
    throw toUnusableDatabaseError(file, error)
  }
}

/** The services and the limits. Those are written down by one process alone, so the command line goes without. */
async function openServing(
  config: Config,
  now: Clock,
  log: Logger,
  { opened, ...outside }: Starting & { opened: Opened },
): Promise<ServingServices> {
  const services = await openServices(config, now, log, outside)
  opened.add(() => services[Symbol.asyncDispose]())
  const { elapsed = systemElapsed } = outside
  const store = openPermitStore(`${config.databaseFile}-limits`, warnExposed(log))
  const limiter = new RateLimiter({
    now,
    elapsed,
    store: new ForgivingStore(store, elapsed, log),
  })
  opened.add(() => limiter.close())
  return { ...services, limits: new Limits(limiter, services.addresses) }
}

function writeUses({ authenticator, log }: Services): void {
  authenticator.flushUses().catch((error: unknown) => {
    log.warn({ err: error }, 'last uses of keys were not written down')
  })
}
