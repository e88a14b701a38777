import type { EventSink } from '../../../db/ingest/event-sink.ts'
import type { AccountStore } from '../../../db/system/accounts.ts'
import type { IngestSites } from '../../../db/system/ingest-sites.ts'
import type { GatewayEvents } from '../../../db/system/gateway-events.ts'
import type { OauthGrants } from '../../../db/system/oauth-grants.ts'
import type { OauthRequests } from '../../../db/system/oauth-requests.ts'
import type { OauthClients } from '../../../db/system/oauth-clients.ts'
import type { MailPermits } from '../../../db/system/mail-permits.ts'
import type { PeopleStore } from '../../../db/system/people.ts'
import type { WidgetPages } from '../../../db/system/widget-pages.ts'
import type { PublishedPrompts } from '../../../db/system/published-prompts.ts'
import type { SignInGuesses } from '../../../db/system/sign-in-guesses.ts'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import type { Observation, ObserveRequest } from '../../domain/ai-score/observation.ts'
import type { ClientCache } from '../../domain/oauth/client-cache.ts'
import type { ScoreMemory } from '../../domain/ai-score/score-cache.ts'
import type { Clock, MonotonicClock } from '../../lib/time/clock.ts'
import type { AssistantCalls } from './assistant-call.ts'
import type { BootSigner } from '../credentials/boot-signer.ts'
import type { CheckoutReferences } from '../credentials/checkout-reference.ts'
import type { CursorSigner } from '../credentials/cursor.ts'
import type { ClientDocuments } from '../ports/client-documents.ts'
import type { EngineGateway } from '../ports/engine-gateway.ts'
import type { DomainProofs } from '../ports/domain-proofs.ts'
import type { Hooks } from '../ports/hooks.ts'
import type { LinkSigner } from '../credentials/link-signer.ts'
import type { Mailer } from '../ports/mailer.ts'
import type { OrganizationWork } from '../ports/organization-work.ts'
import type { PaymentGateway } from '../ports/payment-gateway.ts'
import type { Plan } from '../plan/plans.ts'
import type { TokenSuccessor } from '../credentials/token-successor.ts'
import type { SecretSealer } from '../credentials/secret-sealer.ts'
import type { WebhookSender } from '../ports/webhook-sender.ts'
import type { AppFiles } from '../ports/app-files.ts'
import type { WidgetFile } from '../ports/widget-file.ts'
import type { IdPrefix } from '../../domain/ids.ts'
import type { Logger } from '../../lib/logger.ts'
import type { ConfiguredWriter } from '../../domain/prompts/prompt-writer.ts'
import type { ChangeNotifier } from '../../lib/concurrency/change-notifier.ts'

/**
 * Everything that an operation may use, made once by `create-context.ts`. A transaction passes a copy on that has another
 * `tenant`, so what is remembered belongs to the parts, never to this object.
 */
export interface AppContext {
  now: Clock
  /** Measures how long something lasts or is remembered in this process. */
  elapsed: MonotonicClock
  log: Logger
  /** Makes a name for the address of a caller, for the log. The address cannot be computed from this name. */
  addressName(address: string): string
  /**
   * Makes a name for an email address, for the log, as `addressName` does; there need be no account with the address.
   */
  accountName(email: string): string
  /** The address at which the service is reached from outside, without a slash at its end. */
  publicUrl: string
  /** An id that differs between servers. It is derived from the server's secret, and is not secret itself. */
  instance: string
  /** The plan of an organization that is made without one. */
  defaultPlan: Plan
  newId(prefix: IdPrefix): string
  /** Opens the rows of an organization. Long reads end when `disconnectSignal` is aborted, or else run to their end. */
  tenant(orgId: string, disconnectSignal?: () => AbortSignal): TenantDb
  boots: BootSigner
  cursors: CursorSigner
  /** Signs the reference that a checkout carries through the payment gateway. */
  checkouts: CheckoutReferences
  links: LinkSigner
  oauth: {
    /** Derives the tokens that follow a refresh token. */
    successor: TokenSuccessor
    /** The milliseconds after the first use of a refresh token for which it gets the same pair again. */
    repeatMs: number
  }
  /** Encrypts the secrets of webhook subscriptions, and keys of engines. */
  sealer: SecretSealer
  webhookSender: WebhookSender
  /** Sends test deliveries in turns, since each makes a server of ours call a server of a customer's choice. */
  webhookTests: OrganizationWork
  hooks: Hooks
  passwords: PasswordHasher
  /**
   * The named stores that are not bound to an organization: for sign-in, collecting, payments, the widget and OAuth
   * only.
   */
  system: {
    accounts: AccountStore
    people: PeopleStore
    guesses: SignInGuesses
    mailPermits: MailPermits
    gatewayEvents: GatewayEvents
    oauthRequests: OauthRequests
    oauthGrants: OauthGrants
    oauthClients: OauthClients
    sites: IngestSites
    events: EventSink
    widgetPages: WidgetPages
    published: PublishedPrompts
  }
  background: BackgroundWork
  assistantCalls: AssistantCalls
  /** Says why an address may not be fetched, as far as this is known without a resolver; undefined where it may. */
  refuseAddress(url: string): string | undefined
  /** Says why nothing may be sent to an address, as far as this is known without a resolver; undefined where it may. */
  refuseReceiver(url: string): string | undefined
  /**
   * Fetches the page that a score reads. Throws FetchError where the page has no answer, UNAVAILABLE when too many
   * wait.
   */
  observe(wanted: ObserveRequest): Promise<Observation>
  scores: ScoreMemory
  proofs: DomainProofs
  clientDocuments: ClientDocuments
  clientCache: ClientCache
  /** The engines of citations that the operator offers, and the way to all engines. */
  engines: EngineGateway
  /** A language model that words prompts; undefined while none is configured, which is the default. */
  promptWriter: (() => Promise<ConfiguredWriter>) | undefined
  /** The gateway that takes payments; undefined while no gateway is configured, which is the default. */
  gateway: PaymentGateway | undefined
  /** The sender of mail; undefined while no mail server is configured, which is the default. */
  mailer: Mailer | undefined
  /**
   * Runs the named function of `src/server/tasks.ts` in a thread, where it does not hold up the event loop. Its input
   * and its result are copied. Throws what the function threw, or when no thread survives it.
   */
  inThread<F extends ThreadTask>(
    name: string,
    input: Parameters<F>[0],
  ): Promise<Awaited<ReturnType<F>>>
  /** Returns the widget as it is served; it is made once. */
  widgetFile(): Promise<WidgetFile>
  appFiles(): Promise<AppFiles>
  /** Reports a change to the watchers of it in this process. */
  signals: ChangeNotifier
  /**
   * The signal that is aborted when the service begins to stop. Its reason is the error for callers that wait for work
   * which goes on later.
   */
  stopping: AbortSignal
}

/** A function of `src/server/tasks.ts` that a thread can run. */
export type ThreadTask = (input: never) => unknown

export interface PasswordHasher {
  /** Throws UNAVAILABLE when too many callers wait for a hash. Call it before anything is read for one more caller. */
  assertRoom(): void
  /**
   * Hashes a password. With `like` it uses the salt of that hash, so that one computation checks a password against
   * both.
   */
  hash(password: string, like?: string): Promise<string>
  /** True for a hash that is weaker than one that is made now. */
  isOutdated(hash: string): boolean
  /**
   * Tells whether a password has the hash. It takes the same time without a hash. Throws UNAVAILABLE when too many
   * wait.
   */
  verify(hash: string | undefined, password: string): Promise<boolean>
  /**
   * Finds the hash of a password among those of one email address. It takes as long as one verification, or as none.
   */
  find(hashes: readonly string[], password: string): Promise<string | undefined>
}

/** Work that goes on after the answer; unfinished work is found again at the next start. */
export interface BackgroundWork {
  purgeDeletedSite(siteNum: number): void
  purgeQuestions(siteNum: number): void
  rebuildRollups(site: { num: number; id: string }): void
  /** Says that a queue may have a job that is due, after the commit that added it. */
  wakeJobs(queue: string): void
  /**
   * Says that the owner of a webhook subscription vouches for its receiver, so that its earlier failures no longer
   * count.
   */
  trustReceiver(subscriptionId: string): void
}
