import type { Readable } from 'node:stream'
import { formIn, type TestBrowser } from '../../src/testing/oauth-flow.ts'

/** Allows what the page has ticked, and readers' own words as well. */
const allowing = (html: string) => ({ ...formIn(html), words: '1' })

/** A person who is signed in, sees the page that a client opens, and lets it read everything. */
export class Person {
  /** The number of times that the page was opened. */
  asked = 0
  /** The client that opened it last. */
  clientId = ''
  readonly #url: string
  readonly #browser: TestBrowser

  constructor(url: string, browser: TestBrowser) {
    this.#url = url
    this.#browser = browser
  }

  /** Answers the page, and returns the address that it leads to. */
  async allow(address: URL): Promise<URL> {
    if (address.origin !== this.#url) throw new Error(`This is another server: ${address.href}`)
    this.asked += 1
    this.clientId = address.searchParams.get('client_id') ?? ''
    const page = await this.#browser.open(address.pathname + address.search)
    const done = await this.#browser.submit('/authorize', allowing(page.html))
    if (done.location === null) throw new Error(`Not led back: ${done.status} ${done.html}`)
    return new URL(done.location)
  }

  /**
   * Waits for an address in what a program prints, opens it, and goes where the program waits to be led back to. A program
   * that ends without printing one is left alone.
   */
  async allowPrinted(printed: Readable): Promise<void> {
    const address = await this.#addressIn(printed)
    if (!address) return
    const back = await fetch(await this.allow(address))
    const said = await back.text()
    if (!back.ok) throw new Error(`The client was not content: ${back.status} ${said}`)
  }

  #addressIn(printed: Readable): Promise<URL | undefined> {
    const address = new RegExp(`${this.#url}/authorize\\?\\S+(?=\\s)`)
    return new Promise((resolve) => {
      let text = ''
      printed.on('data', (piece: Buffer) => {
        text += piece.toString()
        const found = address.exec(text)?.[0]
        if (found !== undefined) resolve(new URL(found))
      })
      printed.on('close', () => resolve(undefined))
    })
  }
}
