import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { webFiles } from './web-files.ts'

/** The only address that the pages are served on, and that the demo's server may scan. */
export const WEB_ADDRESS = '127.0.0.1'

export interface ServedSite extends AsyncDisposable {
  /** The address of the site, such as `http://127.0.0.1:41234`. */
  readonly origin: string
  /** Puts HTML into the head of every page from then on, as an owner pastes a tag into a template. */
  addToHead(html: string): void
}

/** Serves the pages of the demo site on a free port of the loopback address, as of a date, until it is disposed. */
export async function serveWebSite(now: Date): Promise<ServedSite> {
  const server = createServer()
  const origin = `http://${WEB_ADDRESS}:${await listen(server)}`
  const files = webFiles(origin, now)
  let head = ''
  server.on('request', (request, response) => {
    const [path = '/'] = request.url?.split('?', 1) ?? []
    const file = files.get(path)
    response.writeHead(file ? 200 : 404, { 'content-type': file?.type ?? 'text/plain' })
    const body = file?.body ?? 'There is no such page.\n'
    response.end(body.replace('</head>', () => `${head}</head>`))
  })
  return {
    origin,
    addToHead(html) {
      head += html
    },
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, WEB_ADDRESS, () => {
      // @NOTE a server that listens on a port has an address of this form.
      const { port } = server.address() as AddressInfo
      resolve(port)
    })
  })
}
