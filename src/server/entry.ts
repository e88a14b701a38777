import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Config } from './config.ts'
import type { DispatcherOptions, Handler } from './dispatcher.ts'
import { securityHeaders } from '../kernel/wire/security-headers.ts'
import { accessLog } from '../http/access-log.ts'
import { healthAnswers } from '../http/health.ts'
import type { ReadParts } from './read-parts.ts'
import type { ServingServices } from './services.ts'

/** The milliseconds after which the start has settled; an earlier request loads what it needs itself. */
const PRELOAD_AFTER_MS = 150

interface EntryOptions extends DispatcherOptions {
  readParts: ReadParts
  /** The signal that is aborted at once when the process is asked to stop, ahead of the drain. */
  stopping: AbortSignal
}

/**
 * Makes the handler that gets each request first. It answers that the server is up before operations and adapters are
 * loaded, which takes as long as the rest of a start.
 */
export function createEntry(
  config: Config,
  services: ServingServices,
  options: EntryOptions,
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
  const answerHealth = healthAnswers({
    readParts: options.readParts,
    stopping: options.stopping,
    instance: services.context.instance,
    fixed: securityHeaders(services.context.publicUrl),
  })
  const begin = accessLog(services.log)
  const requests = options.metrics?.requests
  return (request, response) => {
    const answer = answerHealth(request)
    if (answer) return answer(response)
    begin(request, response)
    requests?.begin(request, response)
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
