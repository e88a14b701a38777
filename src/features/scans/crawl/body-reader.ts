import type { PageBody, ReadBody } from './read-body.ts'

/** Pages of one message to the thread, since a message costs both sides more than a small page does. */
const MAX_PAGES = 16
/** Messages on their way at most, so that the thread has enough to do while results are written. */
const MAX_MESSAGES = 4
/** With fewer messages the thread may run out of work; beyond, a message is sent only when it is full. */
const FEW_MESSAGES = 2

interface Waiting {
  body: PageBody
  resolve: (reading: ReadBody | undefined) => void
}

/** Has pages parsed in a thread, in messages of those that wait together. */
export class BodyReader {
  readonly #readBodies: (bodies: readonly PageBody[]) => Promise<ReadBody[]>
  readonly #lost: (error: unknown) => void
  #waiting: Waiting[] = []
  #messages = 0

  /**
   * `readBodies` rejects where the thread did not survive; `lost` gets the error for which one page could not be read.
   */
  constructor(
    readBodies: (bodies: readonly PageBody[]) => Promise<ReadBody[]>,
    lost: (error: unknown) => void,
  ) {
    this.#readBodies = readBodies
    this.#lost = lost
  }

  /** Reads a page; undefined for one that no thread survives. */
  read(body: PageBody): Promise<ReadBody | undefined> {
    return new Promise((resolve) => {
      this.#waiting.push({ body, resolve })
      this.#send()
    })
  }

  /** Counts the pages that are worth a message now. */
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
