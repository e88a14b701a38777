import { WebSite } from './web-site.ts'

type Headers = Readonly<Record<string, string>>

/** A site on which clients of OAuth publish their documents and keys, on a free port of the loopback address. */
export class ClientSite implements AsyncDisposable {
  readonly #site: WebSite

  private constructor(site: WebSite) {
    this.#site = site
  }

  static async start(): Promise<ClientSite> {
    return new ClientSite(await WebSite.start({}))
  }

  /** Publishes JSON at a path, and returns its address. */
  json(path: string, value: unknown, headers: Headers = {}, status = 200): string {
    this.#site.pages.set(path, (_, response) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(JSON.stringify(value))
    })
    return this.at(path)
  }

  /** Publishes a document of a client that names its own address, and returns that address. */
  client(path: string, fields: Readonly<Record<string, unknown>> = {}, headers?: Headers): string {
    const id = this.at(path)
    const document = { client_id: id, redirect_uris: ['https://app.example/cb'], ...fields }
    return this.json(path, document, headers)
  }

  /** Puts any other answer of a server at a path, and returns the address. */
  answer(path: string, ...[handler]: [Parameters<WebSite['pages']['set']>[1]]): string {
    this.#site.pages.set(path, handler)
    return this.at(path)
  }

  at(path: string): string {
    return `${this.#site.url}${path}`
  }

  /** Returns how often a path was asked for. */
  asked(path: string): number {
    return this.#site.paths.filter((one) => one === path).length
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#site[Symbol.asyncDispose]()
  }
}
