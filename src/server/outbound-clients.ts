import type { Observation, ObserveRequest } from '../domain/ai-score/observation.ts'
import type { ObserveParts } from '../features/ai-score/observe-page.ts'
import type { DomainProofs, ProofFailure } from '../kernel/ports/domain-proofs.ts'
import { findProofFile } from '../net/find-proof-file.ts'
import { findTxtRecord, systemResolveTxt, type ResolveTxt } from '../net/find-txt-record.ts'
import { costlyWork } from '../queue/costly-work.ts'
import type { Resolve } from '../net/guarded-connector.ts'
import type { GuardedClient } from '../net/guarded-client.ts'
import { NO_PRIVATE_NETWORKS, type AllowedNetworks } from '../net/address-policy.ts'
import { receiverPolicy } from '../net/receiver-policy.ts'
import type { UrlPolicy } from '../net/url-policy.ts'

type Reach = 'scanned' | 'receiver' | 'document' | 'operator' | ObserveRequest['audience']

/** The networks that the operator's own settings may name: all, since a model is often on the same machine. */
const EVERY_NETWORK: AllowedNetworks = { isClosed: false, includes: () => true }

/**
 * Narrows the operator's policy for each reach. A scan reaches its site as it was registered. A score uses only the
 * web's own ports; a score for anybody also reaches only public addresses, so that it cannot be used to look into a
 * private network.
 */
const NARROWED: Readonly<Record<Reach, (policy: UrlPolicy) => UrlPolicy>> = {
  scanned: (policy) => policy,
  receiver: ({ allowed }) => receiverPolicy(allowed),
  document: (policy) => ({ ...policy, schemes: 'https', ports: 'standard' }),
  operator: () => ({ schemes: 'any', ports: 'service', allowed: EVERY_NETWORK }),
  known: (policy) => ({ ...policy, ports: 'standard' }),
  public: (policy) => ({ ...policy, ports: 'standard', allowed: NO_PRIVATE_NETWORKS }),
}

/**
 * Makes the clients for other people's servers, each with the first request that needs it: they are a third of what a
 * start would load.
 */
export class OutboundClients implements AsyncDisposable, DomainProofs {
  readonly #policy: UrlPolicy
  readonly #resolve: Resolve | undefined
  readonly #resolveTxt: ResolveTxt
  readonly #proofs = costlyWork({ concurrency: 4, maxWaiting: 20 })
  readonly #clients = new Map<Reach, Promise<GuardedClient>>()

  constructor(
    policy: UrlPolicy,
    {
      resolve,
      resolveTxt = systemResolveTxt,
    }: { resolve?: Resolve | undefined; resolveTxt?: ResolveTxt | undefined } = {},
  ) {
    this.#policy = policy
    this.#resolve = resolve
    this.#resolveTxt = resolveTxt
  }

  client(): Promise<GuardedClient> {
    return this.#client('scanned')
  }

  /**
   * Returns the client for receivers of webhooks and publishers of manifests: https alone, except where the operator
   * allows more.
   */
  receivers(): Promise<GuardedClient> {
    return this.#client('receiver')
  }

  /**
   * Returns the client for documents that clients of OAuth publish: https at its own port alone, except where the
   * operator allows more.
   */
  documents(): Promise<GuardedClient> {
    return this.#client('document')
  }

  /** Returns the client for addresses that the operator's own settings name. */
  operators(): Promise<GuardedClient> {
    return this.#client('operator')
  }

  async observe(wanted: ObserveRequest, parts: ObserveParts): Promise<Observation> {
    const { observePage } = await import('../features/ai-score/observe-page.ts')
    return observePage(await this.#client(wanted.scan ? 'scanned' : wanted.audience), wanted, parts)
  }

  findInDns(name: string, text: string): Promise<ProofFailure | undefined> {
    return this.#proofs.run(() => findTxtRecord(this.#resolveTxt, name, text))
  }

  findInFile(url: string, text: string): Promise<ProofFailure | undefined> {
    return this.#proofs.run(async () => findProofFile(await this.#client('known'), url, text))
  }

  #client(reach: Reach): Promise<GuardedClient> {
    const known = this.#clients.get(reach)
    if (known) return known
    const opened = this.#open(NARROWED[reach](this.#policy))
    this.#clients.set(reach, opened)
    return opened
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const client of this.#clients.values()) await (await client)[Symbol.asyncDispose]()
  }

  async #open(policy: UrlPolicy): Promise<GuardedClient> {
    const { GuardedClient: Client } = await import('../net/guarded-client.ts')
    const resolve = this.#resolve
    return new Client({ policy, connectionsPerOrigin: 64, ...(resolve && { resolve }) })
  }
}
