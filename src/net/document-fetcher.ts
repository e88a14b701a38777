import { ServiceError } from '../kernel/door/errors.ts'
import type { ClientDocuments, DocumentAnswer } from '../kernel/ports/client-documents.ts'
import { KeyedQueue } from '../lib/concurrency/keyed-queue.ts'
import { parseUrl } from '../lib/web/parse-url.ts'
import { registrableDomain } from '../lib/web/registrable-domain.ts'
import { FetchError } from './fetch-error.ts'
import type { GuardedClient } from './guarded-client.ts'

const TIMEOUT_MS = 3_000

const refuse = (): ServiceError =>
  new ServiceError('UNAVAILABLE', 'Too many documents are waited for; try again shortly', {
    retryAfterSeconds: 5,
  })

/**
 * Fetches small documents that strangers name. A few are fetched at a time, and fewer of one domain, so that slow
 * documents of one domain delay only that domain's.
 */
export class DocumentFetcher implements ClientDocuments {
  readonly #client: () => Promise<GuardedClient>
  readonly #userAgent: string
  readonly #turns = new KeyedQueue({
    concurrency: 8,
    concurrencyOfKey: 2,
    waiting: { ofKey: 10, ofAll: 40, refuse },
  })

  constructor(parts: { client: () => Promise<GuardedClient>; userAgent: string }) {
    this.#client = parts.client
    this.#userAgent = parts.userAgent
  }

  fetch(url: string, maxBytes: number): Promise<DocumentAnswer> {
    const key = registrableDomain(parseUrl(url)?.hostname ?? '')
    return this.#turns.run(() => this.#fetch(url, maxBytes), { key })
  }

  async #fetch(url: string, maxBytes: number): Promise<DocumentAnswer> {
    const client = await this.#client()
    const { status, headers, body, truncated } = await client.request(url, {
      headers: { accept: 'application/json', 'user-agent': this.#userAgent },
      timeoutMs: TIMEOUT_MS,
      maxBytes,
      wantsBody: (answered) => answered === 200,
    })
    if (truncated) throw new FetchError('TOO_LARGE', `The document has more than ${maxBytes} bytes`)
    return { status, headers, text: body.toString('utf8') }
  }
}
