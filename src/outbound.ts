import type { Observation, ObserveRequest } from './core/ai-score/observation.ts'
import type { ObserveParts } from './features/ai-score/observe.ts'
import type { Resolve } from './net/guarded-connector.ts'
import type { GuardedClient } from './net/guarded-client.ts'
import type { UrlPolicy } from './net/url-policy.ts'

/** The one client for other people's servers, made with the first request: it is a third of what a start would load. */
export class Outbound implements AsyncDisposable {
  readonly #policy: UrlPolicy
  readonly #resolve: Resolve | undefined
  #scanning: Promise<GuardedClient> | undefined
  #scoring: Promise<GuardedClient> | undefined

  constructor(policy: UrlPolicy, resolve: Resolve | undefined) {
    this.#policy = policy
    this.#resolve = resolve
  }

  client(): Promise<GuardedClient> {
    this.#scanning ??= this.#open(this.#policy)
    return this.#scanning
  }

  /** For a scan as it reaches its site; for a tool that anybody may point anywhere, the web's own ports alone. */
  async observe(wanted: string | ObserveRequest, parts: ObserveParts): Promise<Observation> {
    const { observe } = await import('./features/ai-score/observe.ts')
    const request = typeof wanted === 'string' ? { url: wanted } : wanted
    return observe(await (request.scan ? this.client() : this.#standardClient()), request, parts)
  }

  #standardClient(): Promise<GuardedClient> {
    this.#scoring ??= this.#open({ ...this.#policy, ports: 'standard' })
    return this.#scoring
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const client of [this.#scanning, this.#scoring]) {
      await (await client)?.[Symbol.asyncDispose]()
    }
  }

  async #open(policy: UrlPolicy): Promise<GuardedClient> {
    const { GuardedClient: Client } = await import('./net/guarded-client.ts')
    const resolve = this.#resolve
    return new Client({ policy, connectionsPerOrigin: 64, ...(resolve && { resolve }) })
  }
}
