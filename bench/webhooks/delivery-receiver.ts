import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const DRIP_EVERY_MS = 1_000

/**
 * The subscribers' servers, on one port: `/ok/…` answers at once, `/hang/…` never, `/drip/…` one byte a second. It does as
 * little as it can, since it shares the cores with what is measured.
 */
export class DeliveryReceiver implements AsyncDisposable {
  /** Ms from the event's own time to its arrival, of `/ok/…`. */
  readonly delaysMs: number[] = []
  taken = 0
  lastAtMs = Number.NaN
  readonly #server: Server
  readonly #drips = new Set<NodeJS.Timeout>()
  readonly #wanted: { count: number; resolve: () => void }[] = []

  private constructor(server: Server) {
    this.#server = server
    server.on('request', (request: IncomingMessage, response: ServerResponse) =>
      this.#answer(request, response),
    )
  }

  static async start(): Promise<DeliveryReceiver> {
    const server = createServer({ keepAliveTimeout: 60_000 })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return new DeliveryReceiver(server)
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Resolves when `count` more deliveries have arrived at `/ok/…`. */
  async next(count: number): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wanted.push({ count: this.taken + count, resolve })
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const drip of this.#drips) clearInterval(drip)
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    if (request.url?.startsWith('/hang')) return
    if (request.url?.startsWith('/drip')) return this.#drip(response)
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      this.#take(Buffer.concat(chunks))
      response.writeHead(200, { 'content-length': 2 }).end('ok')
    })
  }

  #take(body: Buffer): void {
    this.lastAtMs = Date.now()
    // The time is the last field of a body.
    this.delaysMs.push(
      this.lastAtMs - Date.parse(body.toString('latin1', body.length - 26, body.length - 2)),
    )
    this.taken += 1
    for (const { count, resolve } of this.#wanted) if (count === this.taken) resolve()
  }

  #drip(response: ServerResponse): void {
    response.writeHead(200, { 'content-length': 1_000 })
    const drip = setInterval(() => response.write('.'), DRIP_EVERY_MS)
    this.#drips.add(drip)
    response.once('close', () => {
      clearInterval(drip)
      this.#drips.delete(drip)
    })
  }
}
