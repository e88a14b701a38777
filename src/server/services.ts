import { setMaxListeners } from 'node:events'
import { Database } from '../../db/open.ts'
import { DELIVERY_QUEUE } from '../../db/webhooks/enqueue-deliveries.ts'
import type { ExposedHandler } from '../../db/sqlite/private-file.ts'
import { Authenticator } from '../auth/authenticator.ts'
import type { ClientAddressResolver } from '../auth/client-address.ts'
import type { RequestLimits } from '../auth/request-limits.ts'
import type { Config } from './config.ts'
import type { AppContext } from '../kernel/door/app-context.ts'
import { guardedClock } from '../lib/time/guarded-clock.ts'
import { systemMonotonicClock, type Clock, type MonotonicClock } from '../lib/time/clock.ts'
import type { Wait } from '../lib/time/wait.ts'
import { ServiceError } from '../kernel/door/errors.ts'
import type { Logger } from '../lib/logger.ts'
import { settlePlan } from '../kernel/plan/change-plan.ts'
import { endOutlivedRights } from '../kernel/rights/end-outlived-rights.ts'
import { CloserStack } from '../lib/concurrency/closer-stack.ts'
import { VERSION } from '../kernel/door/version.ts'
import { DeliveryDispatcher } from '../features/webhooks/delivery/delivery-dispatcher.ts'
import { GuardedSender } from '../features/webhooks/delivery/guarded-sender.ts'
import { ThreadedSender } from '../features/webhooks/delivery/threaded-sender.ts'
import type { WebhookSender } from '../kernel/ports/webhook-sender.ts'
import { CallerReader } from '../http/caller-reader.ts'
import type { ResolveTxt } from '../net/find-txt-record.ts'
import type { Resolve } from '../net/guarded-connector.ts'
import { SmtpMailer } from '../net/smtp-mailer.ts'
import { AssistantCallRecorder } from '../queue/assistant-call-recorder.ts'
import { JobRunner } from '../queue/job-runner.ts'
import { WorkerPool } from '../queue/worker-pool.ts'
import { MaintenanceRunner } from '../queue/maintenance-runner.ts'
import { OutboundClients } from './outbound-clients.ts'
import { createContext } from './create-context.ts'
import { addressResolver } from './address-resolver.ts'
import { jobHandlers } from './job-handlers.ts'
import { outboundPolicy, TASKS } from './scoring.ts'
import { readSecretKey } from './secret-key.ts'

export interface Services extends AsyncDisposable {
  readonly context: AppContext
  readonly database: Database
  readonly maintenance: MaintenanceRunner
  readonly jobs: JobRunner
  readonly deliveries: DeliveryDispatcher
  readonly assistantCalls: AssistantCallRecorder
  /** Takes up scans, deliveries and other waiting jobs; a command may do so while another process serves. */
  startJobs(options: { isAlone: boolean }): Promise<void>
  /** Tells requests that would hold a stop up that the stop has begun. */
  beginStop(): void
  readonly authenticator: Authenticator
  readonly addresses: ClientAddressResolver
  readonly callers: CallerReader
  readonly log: Logger
}

/** The services with the limits of requests. Answering requests needs these, and only one process keeps them. */
export type ServingServices = Services & { readonly limits: RequestLimits }

/** The surroundings of the services; by default the system's resolver, and a worker pool of their own. */
export interface ServiceOptions {
  resolve?: Resolve | undefined
  resolveTxt?: ResolveTxt | undefined
  elapsed?: MonotonicClock | undefined
  /** Waits between requests to engines; by default by the system's timer. */
  wait?: Wait | undefined
  /**
   * The address at which the service is reached, where the configuration has no public address; by default it is not
   * reached.
   */
  url?: string | undefined
  /** The pool of threads, which is disposed of with the services. */
  workerPool?: WorkerPool | undefined
  readWorker?: URL | undefined
}

/**
 * Opens the data, brings its schema up to date, and opens everything that depends on it; it does not listen on a port.
 */
export async function openServices(
  config: Config,
  now: Clock,
  log: Logger,
  {
    elapsed = systemMonotonicClock,
    url = '',
    workerPool = new WorkerPool(TASKS),
    readWorker,
    ...others
  }: ServiceOptions = {},
): Promise<Services> {
  const { database, opened, secret } = await openData(config, log, readWorker)
  const maintenance = openMaintenance(database, { now, elapsed, config, log }, () => context)
  const jobs = new JobRunner(database.jobs, { now, elapsed }, log)
  const assistantCalls = new AssistantCallRecorder(database.assistantCalls, log)
  const authenticator = new Authenticator(database.credentials, now, elapsed)
  const addresses = addressResolver(config, secret, log)
  const outbound = new OutboundClients(outboundPolicy(config), others)
  opened.add(() => authenticator.flushUses())
  opened.addAll([maintenance, workerPool, outbound, jobs, assistantCalls])
  const stop = manyHear()
  const context = createContext({
    stopping: stop.signal,
    publicUrl: config.publicUrl ?? url,
    config,
    database,
    maintenance,
    assistantCalls,
    outbound,
    mailer: openMailer(config, log, opened),
    addresses,
    workerPool,
    webhookSender: openSender(config, outbound, { now, opened, resolve: others.resolve }),
    secret,
    trustReceiver: (id) => deliveries.trust(id),
    now,
    elapsed,
    log,
  })
  const deliveries = openDeliveries(database, context, { jobs, opened })
  return {
    context,
    database,
    maintenance,
    jobs,
    deliveries,
    assistantCalls,
    async startJobs(start) {
      await jobs.start(jobHandlers({ config, context, outbound, log, wait: others.wait }), start)
      deliveries.start(start)
    },
    beginStop: () => stop.abort(new ServiceError('UNAVAILABLE', STOPPING)),
    authenticator,
    addresses,
    callers: new CallerReader(addresses, config.countryHeader, now),
    log,
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  }
}

/**
 * Makes the signal of a stop without a bound on its listeners: each open stream listens to it, and their number has
 * its own bound.
 */
function manyHear(): AbortController {
  const stop = new AbortController()
  setMaxListeners(0, stop.signal)
  return stop
}

interface SenderParts {
  now: Clock
  opened: CloserStack
  resolve: Resolve | undefined
}

/**
 * Opens the sender of deliveries: in a thread, except where names are resolved by a function, which cannot be passed
 * to a thread.
 */
function openSender(
  { allowPrivateNetworks }: Config,
  outbound: OutboundClients,
  { now, opened, resolve }: SenderParts,
): WebhookSender {
  const sender = resolve
    ? new GuardedSender({ client: () => outbound.receivers(), now })
    : new ThreadedSender({ allowPrivateNetworks })
  opened.addAll([sender])
  return sender
}

/** Opens the queues of deliveries; each queue wakes its workers. */
function openDeliveries(
  database: Database,
  context: AppContext,
  { jobs, opened }: { jobs: JobRunner; opened: CloserStack },
): DeliveryDispatcher {
  const deliveries = new DeliveryDispatcher({ ...context, store: database.deliveries })
  database.onJobs((queue) => (queue === DELIVERY_QUEUE ? deliveries.wake() : jobs.wake(queue)))
  opened.addAll([deliveries])
  // A stop waits for deliveries that are being sent, not for those that still wait.
  opened.add(() => context.webhookSender.close())
  return deliveries
}

function openMailer({ mail }: Config, log: Logger, opened: CloserStack): SmtpMailer | undefined {
  const mailer = mail && new SmtpMailer(mail, log)
  if (mailer) opened.add(() => mailer[Symbol.asyncDispose]())
  return mailer
}

async function openData(config: Config, log: Logger, readWorker: URL | undefined) {
  const database = await openDatabase(config, log, readWorker)
  const opened = new CloserStack()
  opened.add(() => database[Symbol.asyncDispose]())
  const secret = await orClose(opened, () =>
    readSecretKey(config.secretKey, config.databaseFile, warnExposed(log)),
  )
  return { database, opened, secret }
}

/** Returns the result of the next step, and closes what is opened where that step fails. */
async function orClose<T>(opened: AsyncDisposable, next: () => T): Promise<T> {
  try {
    return next()
  } catch (error) {
    await opened[Symbol.asyncDispose]()
    throw error
  }
}

/**
 * Makes the function that logs a file of the service which others can read, where its permissions cannot be changed.
 */
export const warnExposed =
  (log: Logger): ExposedHandler =>
  (file, error) =>
    log.warn({ file, err: error }, 'others can read this file, and it cannot be closed to them')

/** Opens maintenance. The context, which knows maintenance, is made after it, and is needed only once there is work. */
const openMaintenance = (
  database: Database,
  { now, elapsed, config, log }: MaintenanceServices,
  context: () => AppContext,
): MaintenanceRunner =>
  new MaintenanceRunner({
    maintenance: database.maintenance,
    questionPurge: database.questionPurge,
    retention: database.retention,
    sites: database.ingestSites,
    events: database.events,
    mostAssistantCalls: config.mostAssistantCalls,
    settlePlan: (orgId) => settlePlan(context(), orgId),
    endOutlivedRights: () => endOutlivedRights(context()),
    now: guardedClock(now, elapsed),
    log,
  })

interface MaintenanceServices {
  now: Clock
  elapsed: MonotonicClock
  config: Config
  log: Logger
}

const STOPPING = 'The service is about to stop. What was done stays; ask again for the rest'

function openDatabase(
  { databaseFile, queryTimeoutMs }: Config,
  log: Logger,
  readWorker: URL | undefined,
): Promise<Database> {
  return Database.open(databaseFile, {
    readWorker,
    version: VERSION,
    exposed: warnExposed(log),
    queryTimeoutMs,
    checkpointFailed: (error) => log.error({ err: error }, 'the log could not be copied back'),
    damaged: (damage) => log.error(damage, 'a part of the data cannot be read'),
    checked: (damages) =>
      log[damages === 0 ? 'debug' : 'warn']({ damages }, 'the tables are checked'),
    checkFailed: (error) => log.error({ err: error }, 'the tables could not be checked'),
  })
}
