import type { PageBody, ReadBody } from './read-body.ts'

/** The most pages of one message to the thread, since a message costs both sides more than a small page does. */
const MAX_PAGES = 16
/** The most messages on their way, so that the thread has enough to do while results are written. */
const MAX_MESSAGES = 4
/**
 * The number of messages on their way below which the thread may run out of work, so that a message is sent with any
 * number of pages; from it on, only a full message is sent.
 */
const FEW_MESSAGES = 2

interface Waiting {
  body: PageBody
  resolve: (reading: ReadBody | undefined) => void
}

/** Has pages parsed in a thread, with several waiting pages in one message. */
export class BodyReader {
  readonly #readBodies: (bodies: readonly PageBody[]) => Promise<ReadBody[]>
  readonly #lost: (error: unknown) => void
  #waiting: Waiting[] = []
  #messages = 0

  /**
   * Takes `readBodies`, which parses pages and rejects where the thread did not survive them, and `lost`, which gets
   * the error for which one page could not be read.
   */
  constructor(
    readBodies: (bodies: readonly PageBody[]) => Promise<ReadBody[]>,
    lost: (error: unknown) => void,
  ) {
    this.#readBodies = readBodies
    this.#lost = lost
  }

  /** Has a page parsed; undefined for a page that the thread does not survive. */
  read(body: PageBody): Promise<ReadBody | undefined> {
    return new Promise((resolve) => {
      this.#waiting.push({ body, resolve })
      this.#send()
    })
  }

  /** Returns the number of waiting pages from which a message is sent now. */
  #wanted(): number {
    if (this.#messages >= MAX_MESSAGES) return Infinity
    return this.#messages < FEW_MESSAGES ? 1 : MAX_PAGES
  }

  #send(): void {
    while (this.#waiting.length >= this.#wanted()) {
      this.#messages += 1
      void this.#readSome(this.#waiting.splice(0, MAX_PAGES)).finally(() => {
        this.#messages -= 1
        this.#send()
      })
    }
  }

  async #readSome(pages: readonly Waiting[]): Promise<void> {
    try {
      const readings = await this.#readBodies(pages.map(({ body }) => body))
      for (const [i, { resolve }] of pages.entries()) resolve(readings[i])
    } catch (error) {
      const [only] = pages
      if (pages.length > 1) {
        // One page of the message was the cause, and the others are to be read.
        for (const page of pages) await this.#readSome([page])
      } else if (only) {
        this.#lost(error)
        only.resolve(undefined)
      }
    }
  }
}
