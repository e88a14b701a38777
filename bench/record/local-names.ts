import { createServer, type RequestListener, type Server } from 'node:http'
import type { LookupAddress } from 'node:dns'

/**
 * Servers on this machine under names and ports that are the same in every run: each run has a loopback address of its own,
 * so that two at a time do not meet. Where there is only one such address (macOS has 127.0.0.1 alone), runs take turns.
 */
export class LocalNames implements AsyncDisposable {
  readonly #address =
    process.platform === 'linux'
      ? `127.88.${(process.pid >> 8) & 255}.${process.pid & 255}`
      : '127.0.0.1'
  readonly #names: readonly string[]
  readonly #servers: Server[] = []

  constructor(names: readonly string[]) {
    this.#names = names
  }

  async serve(port: number, answer: RequestListener): Promise<void> {
    const server = createServer(answer)
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, this.#address, resolve)
    })
    this.#servers.push(server)
  }

  readonly resolve = async (hostname: string): Promise<LookupAddress[]> => {
    if (this.#names.includes(hostname)) return [{ address: this.#address, family: 4 }]
    throw Object.assign(new Error('No such name'), { code: 'ENOTFOUND' })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const server of this.#servers) {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}
