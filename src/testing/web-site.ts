import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type PageHandler = (request: IncomingMessage, response: ServerResponse) => void

export interface RecordedRequest {
  path: string
  headers: IncomingMessage['headers']
}

/** The site of an owner on a free port of the loopback address, with every request that it was sent. */
export class WebSite implements AsyncDisposable {
  readonly asked: RecordedRequest[] = []
  readonly pages = new Map<string, string | PageHandler>()
  /** Called with each request, before it is answered. */
  onAsked: ((paths: number) => void) | undefined
  readonly #server: Server

  private constructor(server: Server) {
    this.#server = server
    server.on('request', (request: IncomingMessage, response: ServerResponse) =>
      this.#answer(request, response),
    )
  }

  /**
   * Starts a site. A text is served as a page, or as the file that its name says; a function answers by itself; any
   * other path is 404.
   */
  static async start(pages: Readonly<Record<string, string | PageHandler>>): Promise<WebSite> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const site = new WebSite(server)
    for (const [path, page] of Object.entries(pages)) site.pages.set(path, page)
    return site
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Paths in the order in which they were asked for. */
  get paths(): string[] {
    return this.asked.map(({ path }) => path)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? '/'
    this.asked.push({ path, headers: request.headers })
    this.onAsked?.(this.asked.length)
    const page = this.pages.get(path)
    if (typeof page === 'function') {
      page(request, response)
      return
    }
    const type = path.endsWith('.xml')
      ? 'application/xml'
      : path.endsWith('.txt')
        ? 'text/plain'
        : 'text/html; charset=utf-8'
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': type })
    response.end(page?.replaceAll('{site}', this.url) ?? '<title>Not found</title>')
  }
}

/** Makes a plain HTML page with a title, a text and links. */
export const page = (
  title: string,
  options: { text?: string; links?: readonly string[]; head?: string } = {},
): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>${options.head ?? ''}</head>
<body><nav>${(options.links ?? []).map((to) => `<a href="${to}">${to}</a>`).join(' ')}</nav>
<main><h1>${title}</h1><p>${options.text ?? `What there is to say about ${title}, at some length.`}</p></main>
</body></html>`

/** Makes a page that is not answered before `release` is called; `asked` resolves with the first request. */
export function heldPage(html: string): {
  answer: PageHandler
  asked: Promise<void>
  release: () => void
} {
  const asked = openable()
  const released = openable()
  const answer: PageHandler = (_, response) => {
    asked.open()
    released.opened.then(
      () => response.writeHead(200, { 'content-type': 'text/html' }).end(html),
      () => response.destroy(),
    )
  }
  return { answer, asked: asked.opened, release: released.open }
}

function openable(): { opened: Promise<void>; open: () => void } {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}

/** Makes a handler that sends a page with an ETag, and 304 to a client that has the page already. */
export const taggedPage =
  (html: string, etag = '"v1"'): PageHandler =>
  (request, response) => {
    if (request.headers['if-none-match'] === etag) response.writeHead(304).end()
    else response.writeHead(200, { 'content-type': 'text/html', etag }).end(html)
  }
