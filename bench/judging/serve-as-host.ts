import { createServer } from 'node:http'
import { freePort } from '../harness/free-port.ts'
import type { ServedSite } from '../main-text/site-folder.ts'

const PRELOAD = new URL('name-loopback.js', import.meta.url)

interface HostedSite extends AsyncDisposable {
  /** The address of its first page, under the site's own host. */
  url: string
  /** The environment that a process needs to find that host on this machine. */
  env: Record<string, string>
}

/** Puts a site that is served at a loopback address under its own host, since names of sites are read from hosts, too. */
export async function serveAsHost({ url }: ServedSite, host: string): Promise<HostedSite> {
  const port = await freePort()
  const { origin: inner, pathname } = new URL(url)
  const outer = `http://${host}:${port}`
  const rename = (text: string): string => text.replaceAll(inner, outer)
  const server = createServer((request, response) => {
    const { path, headers } = { path: request.url ?? '/', headers: request.headers }
    const known = headers['if-none-match']
    const options = {
      redirect: 'manual',
      headers: { 'accept-encoding': 'identity', ...(known && { 'if-none-match': known }) },
    } as const
    fetch(`${inner}${path}`, options)
      .then(async (answer) => {
        const kept = [...answer.headers].filter(([name]) => KEPT.has(name))
        const named = kept.map(([name, value]) => [name, rename(value)] as const)
        const bytes = Buffer.from(await answer.arrayBuffer())
        const isText = /text|xml|json/.test(answer.headers.get('content-type') ?? '')
        response.writeHead(answer.status, Object.fromEntries(named))
        return response.end(isText ? rename(bytes.toString('utf8')) : bytes)
      })
      .catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `${outer}${pathname}`,
    env: { NODE_OPTIONS: `--import=${PRELOAD.href}`, BENCH_LOOPBACK_NAME: host },
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

const KEPT: ReadonlySet<string> = new Set(['content-type', 'etag', 'last-modified', 'location'])
