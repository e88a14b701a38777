import { setTimeout as delay } from 'node:timers/promises'
import { toUnusableDatabaseError, UnusableDatabaseError } from '../../db/errors.ts'
import { lostCommits } from '../../db/sqlite/lost-commits.ts'
import { takeServerLock } from '../../db/sqlite/server-lock.ts'
import { openPermitStore } from '../../db/sqlite/permit-store.ts'
import { BestEffortPermitStore } from '../auth/best-effort-permit-store.ts'
import { RequestLimits } from '../auth/request-limits.ts'
import { RateLimiter } from '../auth/rate-limit.ts'
import type { Config } from './config.ts'
import {
  MINUTE_MS,
  systemClock,
  systemMonotonicClock,
  type Clock,
  type MonotonicClock,
} from '../lib/time/clock.ts'
import type { Wait } from '../lib/time/wait.ts'
import { createLogger, type Logger } from '../lib/logger.ts'
import { CloserStack } from '../lib/concurrency/closer-stack.ts'
import { OperatorError } from '../kernel/door/operator-error.ts'
import { retryUntilTimeout } from '../lib/concurrency/retry-until-timeout.ts'
import { createEntry } from './entry.ts'
import { clientErrorHandler } from '../http/client-error.ts'
import { Listener } from './listener.ts'
import type { ResolveTxt } from '../net/find-txt-record.ts'
import type { Resolve } from '../net/guarded-connector.ts'
import type { WorkerPool } from '../queue/worker-pool.ts'
import { openMetricsPort } from './metrics-port.ts'
import { partsReader, type ReadParts } from './read-parts.ts'
import { ServiceMetrics } from './service-metrics.ts'
import { openServices, warnExposed, type Services, type ServingServices } from './services.ts'

export interface AppOptions {
  now?: Clock
  elapsed?: MonotonicClock
  /** Waits between requests to engines; by default by the system's timer. */
  wait?: Wait
  log?: Logger
  /**
   * Answers MCP calls on the fast lane, in place of the SDK; on by default, and off only where the two are compared.
   */
  useFastLane?: boolean
  /**
   * Has the tables checked once the service serves; on by default. Tests turn it off, since they start many services
   * and each check is a process.
   */
  checksTables?: boolean
  /** Resolves names of other servers to addresses; by default by the system's resolver. */
  resolve?: Resolve
  /** Resolves names to their TXT records; by default by the system's name servers. */
  resolveTxt?: ResolveTxt
  /** The pool of threads that compute for the service; by default a pool of its own. */
  workerPool?: WorkerPool
  /** The module that a reading thread runs; by default the one next to the code that starts it. */
  readWorker?: URL
  /**
   * The signal that ends a start which is still trying; everything that was opened is closed, and the reason is
   * thrown.
   */
  signal?: AbortSignal
}

export interface App extends AsyncDisposable {
  readonly services: ServingServices
  /** The address at which this process is reached, without a slash at its end. */
  readonly url: string
}

/**
 * Starts the service, and is the only place that knows every layer. Disposing of the service drains, flushes and
 * closes it. It starts completely or not at all. Where storage keeps it from starting, it tries again for as long as
 * the configuration says; when it throws, everything that it opened is closed again.
 */
export async function startApp(config: Config, options: AppOptions = {}): Promise<App> {
  const { log = createLogger(config.logLevel), useFastLane = true } = options
  const opened = new CloserStack()
  const stop = new AbortController()
  try {
    const listener = await Listener.open(config)
    const abandon = opened.add(() => listener.abandon())
    const { url } = listener
    const { services, closing } = await tryToOpen(config, { ...options, log, url })
    opened.add(() => closing[Symbol.asyncDispose]())
    const readParts = partsReader(config, services)
    const metrics = await openMetrics(config, services, readParts, opened)
    listener.serve(
      createEntry(config, services, { useFastLane, readParts, metrics, stopping: stop.signal }),
      clientErrorHandler(services, services.context.publicUrl),
    )
    opened.forget(abandon)
    if (options.checksTables !== false) services.database.damage.begin()
    return {
      services,
      url,
      async [Symbol.asyncDispose]() {
        stop.abort()
        await letOthersTakeOver(config, listener, log)
        services.beginStop()
        // A job that runs may take as long as a request.
        await Promise.all([
          listener.drain(config.stopTimeoutMs),
          services.jobs[Symbol.asyncDispose](),
        ])
        await opened[Symbol.asyncDispose]()
      },
    }
  } catch (error) {
    await opened[Symbol.asyncDispose]()
    throw error
  }
}

/** Goes on serving for `drainMs`, while /readyz says that this server stops, so that a load balancer notices it. */
async function letOthersTakeOver(
  { drainMs }: Config,
  listener: Listener,
  log: Logger,
): Promise<void> {
  if (drainMs === 0) return
  log.info({ drainMs }, 'draining')
  listener.endConnections()
  await delay(drainMs)
}

/** Opens the metrics; undefined where neither a token nor a port makes them readable. */
async function openMetrics(
  config: Config,
  services: ServingServices,
  readParts: ReadParts,
  opened: CloserStack,
): Promise<ServiceMetrics | undefined> {
  const { token, port } = config.metrics
  if (token === undefined && port === undefined) return undefined
  const metrics = new ServiceMetrics(services, readParts)
  opened.add(() => metrics[Symbol.dispose]())
  if (port === undefined) return metrics
  const served = await openMetricsPort(config, services, metrics)
  opened.add(() => served[Symbol.asyncDispose]())
  services.log.info({ url: served.url }, 'metrics')
  return metrics
}

interface Serving {
  services: ServingServices
  /** Closes everything that was opened for the services. */
  closing: AsyncDisposable
}

type Starting = AppOptions & { log: Logger; url: string }

/** Opens the services, and tries again while an obstacle in storage may go away by itself. */
async function tryToOpen(config: Config, options: Starting): Promise<Serving> {
  const { startTimeoutMs } = config
  let hasWaited = false
  try {
    return await retryUntilTimeout(() => openWhole(config, options), {
      timeoutMs: startTimeoutMs,
      isTransient: (error) => error instanceof UnusableDatabaseError && error.isTransient,
      onFirstFailure(error) {
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

/** Opens the services with all that they need, or nothing. Throws UnusableDatabaseError where storage is in the way. */
async function openWhole(config: Config, options: Starting): Promise<Serving> {
  const { log, now = systemClock } = options
  const file = config.databaseFile
  const opened = new CloserStack()
  try {
    const lock = takeServerLock(file, warnExposed(log))
    opened.add(() => lock[Symbol.dispose]())
    // Once SQLite has opened the file, what it left out is overwritten.
    const lost = lostCommits(file)
    const services = await openServing(config, now, log, { ...options, opened })
    if (lost) await services.database.lose(lost)
    // This writes first: a database that cannot be written is found out before anything has begun.
    await services.startJobs({ isAlone: true })
    await services.maintenance.resume()
    const uses = setInterval(() => writeUses(services), MINUTE_MS)
    uses.unref()
    opened.add(() => clearInterval(uses))
    return { services, closing: opened }
  } catch (error) {
    await opened[Symbol.asyncDispose]()
    throw toUnusableDatabaseError(file, error)
  }
}

/** Opens the services and the limits. Only one process may write limits down, so the command line goes without them. */
async function openServing(
  config: Config,
  now: Clock,
  log: Logger,
  { opened, ...outside }: Starting & { opened: CloserStack },
): Promise<ServingServices> {
  const services = await openServices(config, now, log, outside)
  opened.add(() => services[Symbol.asyncDispose]())
  const { elapsed = systemMonotonicClock } = outside
  const store = openPermitStore(`${config.databaseFile}-limits`, warnExposed(log))
  const limiter = new RateLimiter({
    now,
    elapsed,
    store: new BestEffortPermitStore(store, elapsed, log),
  })
  opened.add(() => limiter.close())
  return { ...services, limits: new RequestLimits(limiter, services.addresses) }
}

function writeUses({ authenticator, log }: Services): void {
  authenticator.flushUses().catch((error: unknown) => {
    log.warn({ err: error }, 'last uses of keys were not written down')
  })
}
