import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Config } from './config.ts'
import type { DispatcherOptions, Handler } from './dispatcher.ts'
import type { Services } from './services.ts'

/** After the start has settled; a request that comes earlier loads what it needs itself. */
const PRELOAD_AFTER_MS = 150

/**
 * The first thing that a request meets. Says that the server is up before operations and adapters are loaded,
 * which takes as long as the rest of a start.
 */
export function createEntry(
  config: Config,
  services: Services,
  options: DispatcherOptions,
): Handler {
  let dispatch: Handler | undefined
  let loading: Promise<Handler> | undefined
  const load = async (): Promise<Handler> => {
    loading ??= import('./dispatcher.ts').then(({ createDispatcher }) =>
      createDispatcher(config, services, options),
    )
    dispatch = await loading
    return dispatch
  }
  const preload = setTimeout(() => {
    load().catch((error: unknown) =>
      services.log.fatal({ err: error }, 'could not load the routes'),
    )
  }, PRELOAD_AFTER_MS)
  preload.unref()
  return (request, response) => {
    if (request.url === '/healthz') return answerHealth(response)
    if (dispatch) return dispatch(request, response)
    return loadAndServe(load, request, response)
  }
}

async function loadAndServe(
  load: () => Promise<Handler>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const dispatch = await load()
  await dispatch(request, response)
}

function answerHealth(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' })
  response.end('{"status":"ok"}')
}
