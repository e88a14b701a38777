import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type Response,
} from 'express'
import type { AppContext } from '../core/app-context.ts'
import type { Caller, HttpBinding, Operation } from '../core/operation.ts'
import { ServiceError } from '../core/errors.ts'
import { runIdempotent } from '../core/idempotency.ts'
import { isList } from '../core/list.ts'
import type { AnonymousRoute } from '../auth/limits.ts'
import type { Principal } from '../core/principal.ts'
import { STREAM_TYPES, type StreamFormat } from '../core/row-stream.ts'
import { toServiceError } from '../core/to-service-error.ts'
import { errorHeaders, failure, success } from './envelope.ts'
import { queryDecoder } from './decode-query.ts'
import { passGate } from './pass-gate.ts'
import { LINE_TYPES, parseJson, readBody, readLines } from './read-body.ts'
import { sendEvents } from './send-events.ts'
import { sendStream } from './send-stream.ts'
import { signalUntilLeft } from './signal-until-left.ts'
import { enforce, type HttpServices } from './services.ts'
import { staticRoutes } from './static-metadata.ts'
import { withLocations } from './locations.ts'

const MAX_BODY_BYTES = 102_400
const MAX_BULK_BYTES = 5 * 1_024 * 1_024

type Bound = Operation & { http: HttpBinding }

/** The compact REST layer: every operation with an HTTP binding, below /api/v1. Policy lives in the operations. */
export function restApp(operations: readonly Operation[], services: HttpServices): Express {
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.set('query parser', false)
  app.use(staticRoutes(services.publicUrl))
  const bound = operations.filter(
    (o): o is Bound => o.http !== undefined && o.http.adapter === undefined,
  )
  for (const [path, routes] of [...groupByPath(bound)].toSorted(literalFirst)) {
    const route = app.route(`/api/v1${path}`)
    for (const operation of routes) {
      const serve = serveOperation(operation, services)
      route[operation.http.method]((request, response) => serve(request, response))
    }
    const allow = routes.map(({ http }) => http.method.toUpperCase()).join(', ')
    route.all((request, response) => refuseMethod(request, response, allow, services))
  }
  app.use((request, response) => {
    admit(services, request, response, undefined)
    throw new ServiceError('NOT_FOUND', `No route ${request.method} ${request.path.slice(0, 200)}`)
  })
  app.use(errorEnvelope(services))
  return app
}

/** `/topics/:siteId/merge` before `/topics/:siteId/:topicId`, which would take it for an id. */
const literalFirst = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  a.split('/:').length - b.split('/:').length

function groupByPath(bound: readonly Bound[]): Map<string, Bound[]> {
  const groups = new Map<string, Bound[]>()
  for (const operation of bound) {
    groups.set(operation.http.path, [...(groups.get(operation.http.path) ?? []), operation])
  }
  return groups
}

interface Admitted {
  caller: Caller
  principal: Principal
}

// @NOTE Express's `locals` is untyped; only `admit` writes these two.
const callerOf = (response: Response): Caller | undefined =>
  response.locals['caller'] as Caller | undefined

/** Operations that are counted by address, whoever calls. */
const OWN_LIMITS: ReadonlyMap<string, AnonymousRoute> = new Map([
  ['auth.signIn', 'sign-in'],
  ['tools.aiScore', 'ai-score'],
])

/** Who calls, and whether the bucket still has room; a credential that fails counts against its address. */
function admit(
  services: HttpServices,
  request: Request,
  response: Response,
  operation: Operation | undefined,
): Admitted {
  const caller = services.callers.read(request)
  response.locals['caller'] = caller
  response.setHeader('X-Request-Id', caller.requestId)
  response.setHeader('Cache-Control', 'no-store')
  const principal = authenticate(services, request, response, caller)
  // Guesses of a password count by address: a credential sent along must not buy more of them.
  const own = operation && OWN_LIMITS.get(operation.name)
  if (own) {
    enforce(services.limits.takeAnonymous(own, caller.address), response)
  } else if (principal.kind === 'anonymous') {
    enforce(services.limits.takeAnonymous('failed', caller.address), response)
  } else enforce(services.limits.take(principal), response)
  return { caller, principal }
}

function authenticate(
  { authenticator, limits }: HttpServices,
  request: Request,
  response: Response,
  caller: Caller,
): Principal {
  try {
    return authenticator.authenticate('app', request.headers.authorization)
  } catch (error) {
    if (error instanceof ServiceError)
      enforce(limits.takeAnonymous('failed', caller.address), response)
    throw error
  }
}

function serveOperation(operation: Bound, services: HttpServices) {
  const decode = queryDecoder(operation.input)
  const { http } = operation
  return async (request: Request, response: Response): Promise<void> => {
    const { caller, principal } = admit(services, request, response, operation)
    const format = acceptedFormat(request, operation)
    await passGate(operation, services, request, { caller, principal })
    const body = await bodyOf(request, operation)
    const query = {
      ...(format && { format }),
      ...decode(new URL(request.originalUrl, 'http://local').searchParams),
    }
    const ifMatch = request.headers['if-match']
    const condition = http.ifMatch && ifMatch !== undefined ? { ifMatch } : {}
    // Later sources win, so that no body can take the place of a path parameter.
    const input = { ...query, ...body, ...condition, ...request.params }
    if (operation.open && STREAMED.has(String(query.format))) {
      const open = operation.open
      const places = { query, path: request.params, otherwise: 'query' } as const
      await withLocations(
        async () => sendStream(response, await open(services.app, principal, caller, input)),
        places,
      )
      return
    }
    if (operation.watch && wantsEvents(request)) {
      const left = signalUntilLeft(response, services.app.stopping)
      const lastEventId = request.get('last-event-id')
      const options = { lastEventId, signal: left }
      const events = await operation.watch(services.app, principal, caller, input, options)
      // 204 is what keeps an EventSource from connecting again.
      if (events) await sendEvents(response, events)
      else response.status(204).end()
      return
    }
    const key = request.headers['idempotency-key']
    const run = (app: AppContext) => operation.execute(app, principal, caller, input)
    const answer = await withLocations(
      () => runIdempotent(services.app, { operation, principal, key, body, run }),
      { query, path: request.params, otherwise: http.method === 'get' ? 'query' : 'body' },
    )
    if (answer.replayed) response.setHeader('Idempotent-Replayed', 'true')
    send(response, answer.status, operation, answer.output, caller.requestId)
  }
}

function send(
  response: Response,
  status: number,
  operation: Operation,
  output: unknown,
  requestId: string,
): void {
  if (!isList(operation.output)) {
    const meta = metaOf(operation, output)
    response.status(status).json(success(output ?? {}, { requestId, ...meta }))
    return
  }
  // @NOTE isList says that `listOf` made the schema, and execute parsed the output with it.
  const { items, nextCursor } = output as { items: unknown[]; nextCursor: string | null }
  response.status(status).json(success(items, { requestId, nextCursor }))
}

function metaOf({ http }: Operation, output: unknown): Record<string, unknown> {
  const names = http?.metaFields ?? []
  // @NOTE execute parsed the output with the operation's schema, which has these fields.
  const fields = output as Record<string, unknown>
  return Object.fromEntries(names.map((name) => [name, fields[name]]))
}

/** Only who asks for them gets events: `*` stands for the envelope. */
const wantsEvents = (request: Request): boolean =>
  request.accepts(['application/json', 'text/event-stream']) === 'text/event-stream'

const STREAMED = new Set<string>(Object.keys(STREAM_TYPES))

/** The form that `Accept` prefers where an operation has several; undefined for the envelope. */
function acceptedFormat(request: Request, { open, watch }: Operation): StreamFormat | undefined {
  const offered = [
    'application/json',
    ...(open ? Object.values(STREAM_TYPES) : []),
    ...(watch ? ['text/event-stream'] : []),
  ]
  const chosen = request.accepts(offered)
  if (chosen === false) {
    throw new ServiceError('NOT_ACCEPTABLE', `Answers are ${offered.join(', ')}`)
  }
  if (chosen === 'text/csv') return 'csv'
  return chosen === 'application/x-ndjson' ? 'ndjson' : undefined
}

async function bodyOf(
  request: Request,
  { http: { lines } }: Bound,
): Promise<Record<string, unknown>> {
  if (request.method === 'GET' || request.method === 'DELETE') return {}
  const bytes = await readBody(request, lines ? MAX_BULK_BYTES : MAX_BODY_BYTES)
  if (bytes.length === 0) return {}
  if (lines && request.is(LINE_TYPES)) return { [lines.field]: readLines(bytes, lines.max) }
  if (!request.is('application/json')) {
    const types = ['application/json', ...(lines ? LINE_TYPES : [])]
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', `Send ${types.join(' or ')}`)
  }
  return asObject(parseJson(bytes))
}

function asObject(body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new ServiceError('VALIDATION_FAILED', 'The body must be a JSON object', {
      fields: [{ path: '', location: 'body', code: 'invalid_type', message: 'Must be an object' }],
    })
  }
  // @NOTE a JSON object, as was just checked.
  return body as Record<string, unknown>
}

function refuseMethod(
  request: Request,
  response: Response,
  allow: string,
  services: HttpServices,
): void {
  admit(services, request, response, undefined)
  response.setHeader('Allow', allow)
  throw new ServiceError('METHOD_NOT_ALLOWED', `This route takes ${allow}`)
}

/** Everything that is thrown ends here, as the envelope; what nobody expected is logged with its cause. */
function errorEnvelope({ log, callers }: HttpServices): ErrorRequestHandler {
  return (thrown: unknown, request: Request, response: Response, next) => {
    if (response.headersSent) {
      next(thrown)
      return
    }
    const { requestId } = callerOf(response) ?? callers.read(request)
    const error = isBadRequest(thrown)
      ? new ServiceError('BAD_REQUEST', 'The request could not be read', { cause: thrown })
      : toServiceError(thrown)
    if (error.status >= 500) log.error({ requestId, err: error.cause ?? error }, error.message)
    response.setHeader('X-Request-Id', requestId)
    if (error.code === 'BODY_TOO_LARGE') response.setHeader('Connection', 'close')
    response.status(error.status).set(errorHeaders(error)).json(failure(error, requestId))
  }
}

/** What Express itself throws for an address that is not properly encoded, or a client that went away. */
const isBadRequest = (thrown: unknown): boolean =>
  thrown instanceof URIError ||
  (thrown instanceof Error &&
    !(thrown instanceof ServiceError) &&
    (('status' in thrown && thrown.status === 400) ||
      ('code' in thrown && thrown.code === 'ECONNRESET')))
