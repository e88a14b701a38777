import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import certificate from '../../src/net/test-certificate.data.json' with { type: 'json' }
import type { Resolve } from '../../src/net/guarded-connector.ts'

/** Clients listen where they like on the loopback address, by either of its names. */
const REDIRECTS = ['http://127.0.0.1/oauth/callback', 'http://localhost/oauth/callback']

/**
 * Publishes the document of a client by https, which clients insist on. The service trusts the certificate by
 * `NODE_EXTRA_CA_CERTS`, and finds the name by `resolve`.
 */
export class DocumentSite implements AsyncDisposable {
  readonly url: string
  /** The number of times that the document was fetched. */
  fetched = 0
  readonly #server: Server

  private constructor(server: Server) {
    this.#server = server
    // @NOTE a server that listens on a port has an address of this form.
    const { port } = server.address() as AddressInfo
    this.url = `https://${certificate.name}:${port}/client.json`
    server.on('request', (_, response) => {
      this.fetched += 1
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(this.#document()))
    })
  }

  static async open(): Promise<DocumentSite> {
    const server = createServer({ cert: certificate.certificate, key: certificate.key })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new DocumentSite(server)
  }

  /** Every name leads here. */
  static readonly resolve: Resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }])

  #document(): Record<string, unknown> {
    return {
      client_id: this.url,
      client_name: 'Published client',
      redirect_uris: REDIRECTS,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
