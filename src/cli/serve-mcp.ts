import { openPermitStore } from '../../db/sqlite/permit-store.ts'
import { MCP_SERVERS } from '../../tools/index.ts'
import { RateLimiter } from '../auth/rate-limit.ts'
import { RequestLimits } from '../auth/request-limits.ts'
import { cleanExcerpt } from '../domain/ai-score/finding.ts'
import { serverAddress, type ServerDefinition } from '../kernel/assistants/server-definition.ts'
import { systemClock, systemMonotonicClock } from '../lib/time/clock.ts'
import { httpExchange, type Exchange } from '../mcp/stdio/exchange.ts'
import { errorMessageIn, reasonOf } from '../mcp/stdio/reply.ts'
import { serveOverStdio } from '../mcp/stdio/serve-over-stdio.ts'
import { readConfig, type Config } from '../server/config.ts'
import { createDispatcher } from '../server/dispatcher.ts'
import { inProcessServer } from '../server/in-process-server.ts'
import type { Services } from '../server/services.ts'
import { listenForStop } from '../server/stop-signal.ts'
import { CliError } from './cli-error.ts'
import { PROGRAM, type RunCommand } from './command.ts'
import { readServerUrl, serverUrl } from './server-url.ts'
import { withServices } from './with-services.ts'

const VARIABLE = 'CITABLE_KEY'

/**
 * Serves one MCP server on standard input and output until the input ends: from the data of this machine, or as a
 * bridge to a server elsewhere. The key comes from the environment, since arguments can be read by every user of the
 * machine.
 */
export const serveMcpCommand: RunCommand = async ({ options }) => {
  const { signal } = listenForStop()
  const server = readServer(options['server'] ?? '')
  const config = readConfig()
  // A server that needs no key is sent no key.
  const key = server.publicLimit ? undefined : readKey(config)
  const path = serverAddress(server)
  if (options['url'] !== undefined) {
    const sent = key === undefined ? 'What is sent' : 'The key'
    const given = readServerUrl(options['url'], sent, `; the key comes from ${VARIABLE}`)
    const url = new URL(given.endsWith(path) ? given : `${given}${path}`)
    return serve(httpExchange({ url, key }), signal, server, `${url.origin} `)
  }
  return withServices(
    async (services) => {
      const connect = inProcessServer(localHandler(services, config, server))
      const url = new URL(`${serverUrl(config)}${path}`)
      return serve(httpExchange({ url, key, connect }), signal, server)
    },
    { url: serverUrl },
  )
}

function readServer(name: string): ServerDefinition {
  const server = MCP_SERVERS.find((one) => one.name === name)
  if (server) return server
  const names = MCP_SERVERS.map((one) => one.name).join(' or ')
  throw new CliError(`--server must be ${names}, not ${cleanExcerpt(name)}`)
}

function readKey({ clientKey }: Config): string {
  if (clientKey === undefined) {
    throw new CliError(`Set ${VARIABLE} to an API key; ${PROGRAM} key create makes one`)
  }
  if (!/^[\x21-\x7e]+$/.test(clientKey)) throw new CliError(`${VARIABLE} holds no API key`)
  return clientKey
}

/**
 * Makes a handler that serves MCP from the services of this process. It keeps its own count of requests in memory: only
 * one process stores the counts, and that is the server.
 */
function localHandler(services: Services, config: Config, server: ServerDefinition) {
  const limiter = new RateLimiter({
    now: systemClock,
    elapsed: systemMonotonicClock,
    store: openPermitStore(':memory:'),
  })
  const limits = new RequestLimits(limiter, services.addresses)
  return createDispatcher(config, { ...services, limits }, { useFastLane: true }, [server])
}

async function serve(
  exchange: Exchange,
  stop: AbortSignal,
  { maxBodyBytes }: ServerDefinition,
  where = '',
): Promise<undefined> {
  await assertLetIn(exchange, stop, where)
  const { stdin: input, stdout: output } = process
  const bound = maxBodyBytes === undefined ? {} : { maxLineBytes: maxBodyBytes }
  await serveOverStdio({ input, output, exchange, stop, ...bound })
}

/** Sends a ping, to find out at the start what would fail each call. Throws CliError with the server's own words. */
async function assertLetIn(exchange: Exchange, stop: AbortSignal, where: string): Promise<void> {
  const ping = JSON.stringify({ jsonrpc: '2.0', id: 'start', method: 'ping' })
  const { status, body } = await exchange(ping, {}, stop).catch((error: unknown) => {
    throw new CliError(`${where}cannot be reached: ${reasonOf(error)}`, { cause: error })
  })
  if (status === 200) return
  const said = cleanExcerpt(errorMessageIn(body) ?? 'no message of MCP')
  const isKey = status === 401 || status === 403
  throw new CliError(
    isKey ? `The key in ${VARIABLE} is refused: ${said}` : `${where}answered ${status}: ${said}`,
  )
}
