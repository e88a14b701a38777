import type { ObserveRequest, ProbeAnswer } from '../../domain/ai-score/observation.ts'
import { MAX_REQUESTS, PARITY_PROBE, PROBES, type Probe } from '../../domain/ai-score/probes.ts'
import { FetchError } from '../../net/fetch-error.ts'
import type { FetchResponse, GuardedClient } from '../../net/guarded-client.ts'
import type { RequestThrottle } from './request-throttle.ts'

const TIMEOUT_MS = 10_000

/**
 * Makes the requests of one score. Each is for a named purpose (`id`) with its own share of requests, redirects and
 * retries included; all together stay within the limit of a score, however many run at the same time.
 */
export class Prober {
  /** The addresses that were not requested because robots.txt forbids it. */
  readonly barred = new Set<string>()
  /** The addresses that were not requested because their host had reached the hourly limit. */
  readonly refused = new Set<string>()
  readonly #client: GuardedClient
  readonly #userAgent: string
  readonly #signal: AbortSignal | undefined
  readonly #used = new Map<string, number>()
  readonly #admits: (url: URL) => boolean
  #left = MAX_REQUESTS
  #throttle: RequestThrottle | undefined

  constructor(
    client: GuardedClient,
    userAgent: string,
    { signal, admits = () => true }: { signal?: AbortSignal; admits?: ObserveRequest['admits'] },
  ) {
    this.#client = client
    this.#userAgent = userAgent
    this.#signal = signal
    this.#admits = admits
  }

  /** Makes all later requests obey the robots.txt of the throttle. */
  keepTo(throttle: RequestThrottle): void {
    this.#throttle = throttle
  }

  /**
   * Requests an address. Returns undefined where no answer came, where robots.txt forbids it, and where no request is
   * left for the purpose.
   */
  async ask(id: string, url: string): Promise<FetchResponse | undefined> {
    return undefinedWhenUnreachable(this.must(id, url))
  }

  /** Requests an address without which there is nothing to score. Throws FetchError where `ask` returns undefined. */
  async must(id: string, url: string): Promise<FetchResponse> {
    if (this.#throttle?.mayAsk(url) === false) {
      this.barred.add(url)
      throw new FetchError('CANCELLED', 'robots.txt keeps our bot out')
    }
    const found = probe(id)
    const used = this.#used.get(id) ?? 0
    const reserved = Math.min(found.maxRequests - used, this.#left)
    if (reserved < 1) throw new FetchError('CANCELLED', 'The score has made its last request')
    this.#left -= reserved
    this.#used.set(id, used + reserved)
    const send = () => this.#send(found, url, this.#userAgent, reserved - 1)
    const answer = await (this.#throttle ? this.#throttle.run(send) : send())
    // A failed request may have made any number of hops, so only an answer gives unused ones back.
    const unused = reserved - 1 - answer.redirects.length
    this.#left += unused
    this.#used.set(id, used + reserved - unused)
    return answer
  }

  /** Fetches the page with another user agent, beyond the requests of the score; undefined where no answer came. */
  async askAs(userAgent: string, url: string): Promise<FetchResponse | undefined> {
    return undefinedWhenUnreachable(this.#send(PARITY_PROBE, url, userAgent, 0))
  }

  #send(
    { accept, maxBytes }: Probe,
    url: string,
    userAgent: string,
    maxRedirects: number,
  ): Promise<FetchResponse> {
    return this.#client.request(url, {
      headers: { 'user-agent': userAgent, accept },
      timeoutMs: TIMEOUT_MS,
      maxBytes,
      maxRedirects,
      mayAsk: (hop) => {
        const isAdmitted = this.#admits(hop)
        if (!isAdmitted) this.refused.add(url)
        return isAdmitted
      },
      signal: this.#signal,
    })
  }
}

/** Resolves as the given promise does, or to undefined where that fails with a FetchError; throws every other error. */
export async function undefinedWhenUnreachable<T>(promised: Promise<T>): Promise<T | undefined> {
  try {
    return await promised
  } catch (error) {
    if (error instanceof FetchError) return undefined
    throw error
  }
}

function probe(id: string): Probe {
  const found = PROBES.find((one) => one.id === id)
  if (!found) throw new Error(`There is no request ${id}`)
  return found
}

/** Returns the fields of an answer that most checks need; those of no answer for undefined. */
export const toProbeAnswer = (url: string, answer: FetchResponse | undefined): ProbeAnswer => ({
  url,
  status: answer?.status ?? null,
  contentType: answer?.headers['content-type'] ?? null,
  lastModified: answer?.headers['last-modified'] ?? null,
})
