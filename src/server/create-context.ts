import { availableParallelism } from 'node:os'
import type { Database } from '../../db/open.ts'
import type { ClientAddressResolver } from '../auth/client-address.ts'
import { createPasswordHasher } from '../auth/password-hasher.ts'
import { ScoreMemory } from '../domain/ai-score/score-cache.ts'
import { newId } from '../domain/ids.ts'
import { ClientCache } from '../domain/oauth/client-cache.ts'
import { StripeGateway } from '../features/billing/stripe/stripe-gateway.ts'
import { configuredWriter } from '../features/prompts/writers/configured-writer.ts'
import type { AssistantCalls } from '../kernel/door/assistant-call.ts'
import type { AppContext } from '../kernel/door/app-context.ts'
import type { Hooks } from '../kernel/ports/hooks.ts'
import type { Mailer } from '../kernel/ports/mailer.ts'
import { BootSigner } from '../kernel/credentials/boot-signer.ts'
import { CheckoutReferences } from '../kernel/credentials/checkout-reference.ts'
import { CursorSigner } from '../kernel/credentials/cursor.ts'
import { outboxSignal } from '../kernel/door/domain-events.ts'
import { LinkSigner } from '../kernel/credentials/link-signer.ts'
import type { WebhookSender } from '../kernel/ports/webhook-sender.ts'
import { TokenSuccessor } from '../kernel/credentials/token-successor.ts'
import { SecretSealer } from '../kernel/credentials/secret-sealer.ts'
import { ChangeNotifier } from '../lib/concurrency/change-notifier.ts'
import type { Logger } from '../lib/logger.ts'
import type { Clock, MonotonicClock } from '../lib/time/clock.ts'
import { DocumentFetcher } from '../net/document-fetcher.ts'
import { EngineSender } from '../net/engine-sender.ts'
import { receiverPolicy } from '../net/receiver-policy.ts'
import { vetUrl, type UrlPolicy } from '../net/url-policy.ts'
import { costlyWork } from '../queue/costly-work.ts'
import type { MaintenanceRunner } from '../queue/maintenance-runner.ts'
import { PacedWork } from '../queue/paced-work.ts'
import { widgetFileOf, type WidgetFile } from '../kernel/ports/widget-file.ts'
import { readAppFiles } from './app-files.ts'
import { readWidgetFile } from '../widget/widget-script.ts'
import type { WorkerPool } from '../queue/worker-pool.ts'
import type { Config } from './config.ts'
import type { OutboundClients } from './outbound-clients.ts'
import { outboundPolicy, scoringParts, userAgentOf } from './scoring.ts'
import { deriveKey, instanceOf } from './secret-key.ts'

/** The number of passwords that are hashed at once: one core is left for other work. */
const HASHING = Math.min(2, Math.max(1, availableParallelism() - 1))

interface ContextParts {
  stopping: AbortSignal
  publicUrl: string
  config: Config
  database: Database
  maintenance: MaintenanceRunner
  assistantCalls: AssistantCalls
  outbound: OutboundClients
  mailer: Mailer | undefined
  addresses: ClientAddressResolver
  workerPool: WorkerPool
  webhookSender: WebhookSender
  secret: Buffer
  trustReceiver: (subscriptionId: string) => void
  now: Clock
  elapsed: MonotonicClock
  log: Logger
}

/** Makes the context of operations from the parts of the service. */
export function createContext(parts: ContextParts): AppContext {
  const { config, database, maintenance, outbound, addresses, now, log } = parts
  const scoring = costlyWork({ concurrency: 4, maxWaiting: 20 })
  const reading = scoringParts(config, parts.workerPool, log)
  let widgetFile: Promise<WidgetFile> | undefined
  const context: AppContext = {
    now,
    elapsed: parts.elapsed,
    log,
    addressName: (address) => addresses.pseudonym(address),
    accountName: (email) => addresses.pseudonym(`account ${email}`),
    publicUrl: parts.publicUrl,
    instance: instanceOf(parts.secret),
    defaultPlan: config.defaultPlan,
    newId: (prefix) => newId(prefix, now()),
    tenant: (orgId, disconnectSignal) => database.tenant(orgId, disconnectSignal),
    boots: new BootSigner(deriveKey(parts.secret, 'boot ids')),
    cursors: new CursorSigner(deriveKey(parts.secret, 'cursors')),
    checkouts: new CheckoutReferences(deriveKey(parts.secret, 'checkouts')),
    links: new LinkSigner(deriveKey(parts.secret, 'links')),
    sealer: new SecretSealer(deriveKey(parts.secret, 'webhook secrets')),
    webhookTests: webhookTests(parts.elapsed),
    webhookSender: parts.webhookSender,
    hooks: hooksOf(() => context),
    passwords: createPasswordHasher(costlyWork({ concurrency: HASHING, maxWaiting: 20 })),
    system: systemOf(database),
    background: {
      purgeDeletedSite: (num) => maintenance.purgeDeletedSite(num),
      purgeQuestions: (num) => maintenance.purgeQuestions(num),
      rebuildRollups: (site) => maintenance.rebuildRollups(site),
      wakeJobs: (queue) => database.wakeJobs(queue),
      trustReceiver: parts.trustReceiver,
    },
    assistantCalls: parts.assistantCalls,
    refuseAddress: refusing(outboundPolicy(config)),
    refuseReceiver: refusing(receiverPolicy(outboundPolicy(config).allowed)),
    observe: (wanted) => {
      const observe = () => outbound.observe(wanted, { ...reading, nowMs: now() })
      // An observation for a scan has a place among scans, and may wait long between its requests.
      return wanted.scan ? observe() : scoring.run(observe)
    },
    scores: new ScoreMemory(),
    proofs: outbound,
    ...oauthParts(parts),
    engines: enginesOf(parts),
    promptWriter: config.llm && configuredWriter(config.llm, log),
    gateway: config.stripe && new StripeGateway(config.stripe),
    mailer: parts.mailer,
    inThread: (name, input) => parts.workerPool.run(name, input),
    appFiles: readAppFiles,
    widgetFile: () => (widgetFile ??= readWidgetFile().then(widgetFileOf)),
    signals: openSignals(database),
    stopping: parts.stopping,
  }
  return context
}

/** Makes the parts of the context that connect clients of OAuth. */
const oauthParts = ({
  config,
  elapsed,
  outbound,
  secret,
}: ContextParts): Pick<AppContext, 'oauth' | 'clientDocuments' | 'clientCache'> => ({
  oauth: {
    successor: new TokenSuccessor(deriveKey(secret, 'refresh tokens')),
    repeatMs: config.oauthRepeatMs,
  },
  clientDocuments: new DocumentFetcher({
    client: () => outbound.documents(),
    userAgent: userAgentOf(config),
  }),
  clientCache: new ClientCache(elapsed),
})

const enginesOf = ({ config, outbound, now }: ContextParts): EngineSender =>
  new EngineSender({
    operator: config.engines,
    clients: {
      operator: () => outbound.operators(),
      organization: () => outbound.receivers(),
    },
    userAgent: userAgentOf(config),
    now,
  })

const systemOf = (database: Database): AppContext['system'] => ({
  accounts: database.accounts,
  people: database.people,
  guesses: database.guesses,
  mailPermits: database.mailPermits,
  gatewayEvents: database.gatewayEvents,
  oauthRequests: database.oauthRequests,
  oauthGrants: database.oauthGrants,
  oauthClients: database.oauthClients,
  sites: database.ingestSites,
  events: database.events,
  widgetPages: database.widgetPages,
  published: database.published,
})

const refusing = (policy: UrlPolicy) => (url: string) => {
  const verdict = vetUrl(url, policy)
  return verdict.isPermitted ? undefined : verdict.reason
}

/**
 * Opens the signals of changes. Domain events are stored in many transactions, and watchers are notified of all of
 * them.
 */
function openSignals(database: Database): ChangeNotifier {
  const signals = new ChangeNotifier()
  database.onEmitted((orgId) => signals.changed(outboxSignal(orgId)))
  return signals
}

/** Makes the work that sends test deliveries: a few run at a time, since each may wait for its receiver. */
const webhookTests = (elapsed: MonotonicClock) =>
  new PacedWork({
    queue: costlyWork({ concurrency: 4, maxWaiting: 20 }),
    perMinute: 10,
    elapsed,
  })

/** Makes the hooks of features that react to what others do; their code is loaded with the first event. */
const hooksOf = (context: () => AppContext): Hooks => ({
  siteCreated: async (...site) =>
    (await import('../features/scans/queue-onboarding.ts')).queueOnboarding(context(), ...site),
  siteDeleted: async (...site) => {
    const { settleDeletedSite } = await import('../features/scans/scan-credits.ts')
    await settleDeletedSite(context(), ...site)
    const { leaveRunsOfSite } = await import('../features/citations/runs/leave-runs.ts')
    await leaveRunsOfSite(context(), ...site)
  },
})
