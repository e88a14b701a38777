import type { AppContext } from '../../kernel/door/app-context.ts'
import type { ParsedPage } from '../../domain/html/parsed-page.ts'
import { FetchError } from '../../net/fetch-error.ts'
import type { FetchResponse } from '../../net/guarded-client.ts'
import type { readPageFile, readSitemapFile, SitemapReading } from './read-files.ts'

export interface ReaderParts {
  inThread: AppContext['inThread']
  /** The present time in epoch milliseconds, which the parser of pages is given. */
  nowMs: number
  /** Called with the error where an answer could not be parsed. */
  unreadable: (error: unknown) => void
}

const isHtml = ({ headers }: FetchResponse): boolean =>
  /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(headers['content-type'] ?? 'text/html')

/**
 * Parses answers in a thread, because anybody may name a page that takes seconds to parse. Each method throws
 * FetchError `TOO_COMPLEX` for an answer that no thread survives.
 */
export class AnswerReader {
  readonly #parts: ReaderParts

  constructor(parts: ReaderParts) {
    this.#parts = parts
  }

  /** Parses an answer as a page; null where it is not HTML. */
  async page(answer: FetchResponse): Promise<ParsedPage | null> {
    if (!isHtml(answer)) return null
    const { body: bytes, url, headers } = answer
    const file = { bytes, url, headers, now: this.#parts.nowMs }
    return this.#read(this.#parts.inThread<typeof readPageFile>('readPageFile', file))
  }

  sitemap(
    { body: bytes, headers }: FetchResponse,
    target: string,
    isListed: boolean,
  ): Promise<SitemapReading> {
    const file = { bytes, target, isListed, contentType: headers['content-type'] }
    return this.#read(this.#parts.inThread<typeof readSitemapFile>('readSitemapFile', file))
  }

  async #read<T>(reading: Promise<T>): Promise<T> {
    try {
      return await reading
    } catch (error) {
      this.#parts.unreadable(error)
      throw new FetchError('TOO_COMPLEX', 'What the host answered is too complex to be read', {
        cause: error,
      })
    }
  }
}
