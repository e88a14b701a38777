import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Citable } from './client/citable.ts'
import { askLikeAnAssistant } from './demo/ask.ts'
import { clientConfiguration } from './demo/client-configuration.ts'
import { prepareData } from './demo/prepare-data.ts'
import { serverEnvironment } from './demo/server-environment.ts'
import { startServer } from './demo/server-process.ts'
import { stopSignal } from './demo/stop-signal.ts'
import { serveWebSite, WEB_ADDRESS } from './demo/web-site.ts'
import { DEFAULT_DIRECTORY, makeWorkspace } from './demo/workspace.ts'

const HELP = `npm run demo -- [--once] [--port <n>] [--directory <path>]

Starts the service on a database of its own, with a site, its scan and three months of readers, puts an
assistant's questions to it, and leads to the page for people. It ends with Ctrl-C.

  --once              ends by itself after the answers
  --port <n>          port of the service; PORT does the same, and 8700 is taken without either
  --directory <path>  where its data goes; ${DEFAULT_DIRECTORY} without it, and what a demo left there is deleted
  --help              says this
`

/**
 * The main job as one command: a server on a database of its own, a site that it scans, two months of the site's events,
 * a scoped key, and an assistant's questions answered over MCP. Stays up until Ctrl-C; `--once` ends it.
 */
async function main(stop: AbortSignal): Promise<void> {
  const { values } = parseArgs({
    options: {
      once: { type: 'boolean' },
      port: { type: 'string', default: process.env['PORT'] || '8700' },
      directory: { type: 'string', default: DEFAULT_DIRECTORY },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) {
    process.stdout.write(HELP)
    return
  }
  const { directory } = values
  const port = readPort(values.port)
  makeWorkspace(directory)
  const environment = serverEnvironment(process.env, resolve(directory))
  const now = new Date()
  await using web = await serveWebSite(now)
  await using server = await startServer(environment, port, stop)
  const where = { environment, directory, origin: web.origin, now, stop }
  const { key, siteId, owner } = await prepareData(server.url, where)
  const citable = new Citable(server.url, key, { signal: stop })
  const { data: install } = await citable.call('GET /sites/{id}/install', { path: { id: siteId } })
  web.addToHead(`${install.tag}\n`)
  await askLikeAnAssistant({ url: server.url, key, siteId, site: WEB_ADDRESS, stop })
  process.stdout.write(`${await clientConfiguration(citable, key)}\n`)
  if (values.once) return
  process.stdout.write(`\n${readersPage(web.origin)}\n`)
  process.stdout.write(`\n${ownersPage(server.url, owner)}\n`)
  process.stdout.write(
    `\nThe server stays up at ${server.url}, and the site at ${web.origin}; Ctrl-C ends both.\n`,
  )
  await server.untilStopped()
}

/** Says how to open the page that the owner sees; the password is drawn at each start. */
const ownersPage = (
  url: string,
  { email, password }: { email: string; password: string },
): string =>
  `The same numbers stand on the page for people, at ${url}/app/
  E-mail    ${email}
  Password  ${password}`

/** Says how to open the page that readers see; a visit to it is counted with the two months that were made up. */
const readersPage = (origin: string): string =>
  `The site carries the widget. Go to ${origin}${READERS_PATH}, open the row below the article and press Ask ChatGPT, then ask an assistant:
"Which engines did readers of ${READERS_PATH} open today?" It calls get_breakdown, and your click is in its numbers.`

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (port <= 65_535) return port
  throw new Error(`--port must be a number from 0 to 65535, not ${text}`)
}

const READERS_PATH = '/gear/skeg-or-rudder'

const stop = stopSignal()
try {
  await main(stop)
} catch (error) {
  if (stop.aborted) process.stderr.write('\nThe demo was stopped.\n')
  else {
    process.stderr.write(
      `\nThe demo failed: ${error instanceof Error ? error.message : String(error)}\n`,
    )
  }
  process.exitCode = stop.aborted ? 130 : 1
}
