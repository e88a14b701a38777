import { EVENT_NAMES } from '../domain/webhooks/event-types.ts'
import { SURFACES } from '../kernel/door/surface.ts'
import { readConfig } from '../server/config.ts'
import { listenForStop } from '../server/stop-signal.ts'
import { CliError } from './cli-error.ts'
import type { RunCommand } from './command.ts'
import { followServer } from './listen/follow-server.ts'
import { bodyOf, Forwarder } from './listen/forwarder.ts'
import { Reporter } from './listen/reporter.ts'
import { openApiSession, type ApiSession } from './listen/open-api-session.ts'
import { readServerUrl, serverUrl } from './server-url.ts'

/**
 * Follows the events of a server and delivers each to a receiver on this machine, signed as the server signs, until the
 * command is stopped. Each event is delivered once, even where the receiver fails: the developer is shown the failure,
 * and the next event follows.
 */
export const listenCommand: RunCommand = async ({ options, flags }) => {
  const { signal: stop } = listenForStop()
  const target = options['forward-to']
  if (target === undefined && !flags.has('print')) {
    throw new CliError('Say where to with --forward-to URL, or --print events alone')
  }
  const config = readConfig()
  const server = readServerUrl(options['url'] ?? serverUrl(config), 'What signs you in')
  const api = new URL(`${server}${SURFACES.api.base}/`)
  const address = streamAddress(api, options['events'])
  await using forwarder = target === undefined ? undefined : new Forwarder(target)
  const session = await untilStopped(stop, () =>
    openApiSession(api, { person: config.person, orgId: options['org'], stop }),
  )
  if (!session) return
  const reporter = new Reporter({ isJson: flags.has('json'), isPrinting: flags.has('print') })
  try {
    await untilStopped(stop, () => follow({ address, session, stop, forwarder, reporter }))
  } finally {
    await session.signOut()
  }
}

interface Following {
  address: URL
  session: ApiSession
  stop: AbortSignal
  forwarder: Forwarder | undefined
  reporter: Reporter
}

async function follow({ address, session, stop, forwarder, reporter }: Following): Promise<void> {
  let isFirst = true
  const tell = (state: 'connected' | 'away'): void => {
    if (isFirst) reporter.ready(address.origin, forwarder?.secret)
    else reporter.noteServer(state)
    isFirst = false
  }
  for await (const event of followServer({ address, token: session.token, stop, tell })) {
    reporter.event(event, bodyOf(event), await forwarder?.forward(event, stop))
  }
}

/**
 * Runs work to its end, or until the person stops it. Returns undefined where the work fails after that, since it was
 * stopped.
 */
async function untilStopped<T>(stop: AbortSignal, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!stop.aborted) throw error
    return undefined
  }
}

/** Returns the address of the stream of some events. Throws CliError for a name that is not an event. */
function streamAddress(api: URL, text: string | undefined): URL {
  const address = new URL('webhook-events', api)
  if (text === undefined) return address
  const names = text.split(/[\s,]+/).filter((name) => name !== '')
  const known: ReadonlySet<string> = new Set(EVENT_NAMES)
  const unknown = names.find((name) => !known.has(name))
  if (unknown !== undefined || names.length === 0) {
    throw new CliError(`--events must be some of ${EVENT_NAMES.join(', ')}, not ${unknown ?? text}`)
  }
  address.searchParams.set('events', [...new Set(names)].join(','))
  return address
}
