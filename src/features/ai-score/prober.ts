import type { ProbeAnswer } from '../../core/ai-score/observation.ts'
import { MAX_REQUESTS, PROBES, type Probe } from '../../core/ai-score/probes.ts'
import { FetchError } from '../../net/fetch-error.ts'
import type { FetchResponse, GuardedClient } from '../../net/guarded-client.ts'

const TIMEOUT_MS = 10_000

/** Makes the requests of one score, by their names, and no more than it may make. */
export class Prober {
  readonly #client: GuardedClient
  readonly #userAgent: string
  #left = MAX_REQUESTS

  constructor(client: GuardedClient, userAgent: string) {
    this.#client = client
    this.#userAgent = userAgent
  }

  /** Undefined where no answer came, or where the score has made its last request. */
  async ask(id: string, url: string): Promise<FetchResponse | undefined> {
    try {
      return await this.must(id, url)
    } catch (error) {
      if (error instanceof FetchError) return undefined
      throw error
    }
  }

  /** As `ask`, for the request without which there is nothing to score. Throws FetchError. */
  async must(id: string, url: string): Promise<FetchResponse> {
    const { accept, maxBytes, maxRequests } = probe(id)
    if (this.#left < 1) throw new FetchError('CANCELLED', 'The score has made its last request')
    const maxRedirects = Math.min(maxRequests, this.#left) - 1
    this.#left -= 1
    const answer = await this.#client.request(url, {
      headers: { 'user-agent': this.#userAgent, accept },
      timeoutMs: TIMEOUT_MS,
      maxBytes,
      maxRedirects,
    })
    this.#left -= answer.redirects.length
    return answer
  }
}

function probe(id: string): Probe {
  const found = PROBES.find((one) => one.id === id)
  if (!found) throw new Error(`There is no request ${id}`)
  return found
}

/** What most checks want of an answer. */
export const toAnswer = (url: string, answer: FetchResponse | undefined): ProbeAnswer => ({
  url,
  status: answer?.status ?? null,
  contentType: answer?.headers['content-type'] ?? null,
})
