import express, {
  type ErrorRequestHandler,
  type Express,
  Router,
  type Request,
  type RequestHandler,
  type Response,
} from 'express'
import type { AppContext } from '../kernel/door/app-context.ts'
import type { HttpBinding } from '../kernel/door/http-binding.ts'
import type { Operation } from '../kernel/door/operation.ts'
import { ServiceError } from '../kernel/door/errors.ts'
import { assertOneHost } from '../kernel/wire/host-header.ts'
import { runIdempotent } from '../kernel/door/idempotency.ts'
import { credentialOf } from '../kernel/door/principal.ts'
import { STREAM_TYPES } from '../kernel/door/row-stream.ts'
import { securityHeaders } from '../kernel/wire/security-headers.ts'
import { acceptedType } from '../lib/web/accepted-type.ts'
import { addressOf, SURFACES } from '../kernel/door/surface.ts'
import { admit, beginWork, callerOf } from './admit.ts'
import { envelopeText } from './envelope.ts'
import { withLocations } from './field-locations.ts'
import { runPrecheck } from './precheck.ts'
import { isRegistration, refuseRegistration } from './refuse-registration.ts'
import { inputReader } from './request-input.ts'
import { sendEvents } from './send-events.ts'
import { sendRefusal } from './send-refusal.ts'
import { sendStream } from './send-stream.ts'
import { streamFormats } from './stream-formats.ts'
import { openToOrigins, sendAnswer } from './shared-answer.ts'
import { settleCookie } from './session-cookie.ts'
import { streamSignal } from './disconnect-signal.ts'
import { streamEnds } from './stream-ends.ts'
import type { HttpServices } from './http-services.ts'
import { staticRoutes } from './static-metadata.ts'

type Bound = Operation & { http: HttpBinding }

/** The compact REST layer: every operation with an HTTP binding, below its surface. Policy lives in the operations. */
export function restApp(operations: readonly Operation[], services: HttpServices): Express {
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.set('query parser', false)
  const fixed = securityHeaders(services.publicUrl)
  app.use((request, response, next) => {
    response.set(fixed)
    assertOneHost(request)
    next()
  })
  app.use(staticRoutes(operations, services))
  const bound = operations.filter(
    (o): o is Bound => o.http !== undefined && o.http.adapter === undefined,
  )
  const areas = new Map<string, Router>()
  for (const [address, routes] of [...groupByAddress(bound)].toSorted(literalFirst)) {
    const area = areas.get(areaOf(address)) ?? Router()
    areas.set(areaOf(address), area)
    const route = area.route(address)
    for (const operation of routes) {
      const serve = serveOperation(operation, services)
      route[operation.http.method]((request, response) => serve(request, response))
    }
    const allow = routes.map(({ http }) => http.method.toUpperCase()).join(', ')
    route.all((request, response) => refuseMethod(request, response, allow, services))
  }
  app.use(routesByArea(areas))
  app.use(async (request, response) => {
    await admit(services, request, response)
    if (isRegistration(request)) return refuseRegistration(response)
    throw new ServiceError('NOT_FOUND', `No route ${request.method} ${request.path.slice(0, 200)}`)
  })
  app.use(errorEnvelope(services))
  return app
}

/** What an address begins with: its surface, and the first word below it where that is not a name. */
function areaOf(path: string): string {
  const lower = path.toLowerCase()
  const { base } = SURFACES.published
  return lower.startsWith(`${base}/`) ? base : lower.split('/', 4).join('/')
}

/**
 * Goes on with the routes of the area alone: Express tries one after the other, and all of them would cost more than a
 * query does. Like a router it shows its routes in `stack`.
 */
function routesByArea(areas: ReadonlyMap<string, Router>) {
  const handle: RequestHandler = (request, response, next) => {
    const area = areas.get(areaOf(request.path))
    if (area) area(request, response, next)
    else next()
  }
  return Object.assign(handle, { stack: [...areas.values()].flatMap(({ stack }) => stack) })
}

/** Puts `/topics/:siteId/merge` before `/topics/:siteId/:topicId`, which would take it for an id. */
const literalFirst = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  a.split('/:').length - b.split('/:').length

function groupByAddress(bound: readonly Bound[]): Map<string, Bound[]> {
  const groups = new Map<string, Bound[]>()
  for (const operation of bound) {
    const address = addressOf(operation.http)
    groups.set(address, [...(groups.get(address) ?? []), operation])
  }
  return groups
}

function serveOperation(operation: Bound, services: HttpServices) {
  const readInput = inputReader(operation)
  const chooseType = typeChooser(operation)
  const { http } = operation
  return async (request: Request, response: Response): Promise<void> => {
    openToOrigins(http, response)
    const { caller, principal, by } = await admit(services, request, response, operation)
    const { app } = services
    const { format, wantsEvents } = chooseType(request)
    await runPrecheck(operation, services, request, { caller, principal })
    const holder =
      principal.kind === 'anonymous' ? app.addressName(caller.address) : credentialOf(principal)
    using account = services.bodies.open(holder)
    const { fields, misplaced, query, body, search } = await readInput(request, account)
    // oxlint-disable-next-line no-underscore-dangle -- what is only disposed of is never read.
    using _turn = await beginWork(services, { principal, caller }, operation)
    const input = { ...(format && !http.isFile && { format }), ...fields }
    const { params: path } = request
    const signalOf = () =>
      streamSignal(response, streamEnds(services, { operation, request, principal, caller }))
    const places = { query, path, otherwise: http.method === 'get' ? 'query' : 'body' } as const
    if (operation.open && (http.isFile || STREAMED.has(String(input.format)))) {
      const open = operation.open
      const sendFile = async () => {
        // What opens the file may wait for others, and rights may end meanwhile.
        const signal = signalOf()
        await sendStream(response, await open(app, principal, caller, input, misplaced), signal)
      }
      await services.streams.during(holder, () => withLocations(sendFile, places))
      return
    }
    if (operation.watch && request.method === 'GET' && wantsEvents) {
      const watch = operation.watch
      const lastEventId = request.get('last-event-id')
      await services.streams.during(holder, async () => {
        const options = { lastEventId, signal: signalOf() }
        const events = await withLocations(
          () => watch(app, principal, caller, input, options, misplaced),
          places,
        )
        // A 204 keeps an EventSource from connecting again.
        if (events) await sendEvents(response, events, options.signal)
        else response.status(204).end()
      })
      return
    }
    const key = request.headers['idempotency-key']
    const run = (within: AppContext) =>
      operation.execute(within, principal, caller, input, misplaced)
    const asked = { path, search, body }
    const { status, output, replayed } = await withLocations(
      () => runIdempotent(app, { operation, principal, key, asked, run }),
      places,
    )
    if (replayed) response.setHeader('Idempotent-Replayed', 'true')
    const told = settleCookie(services, request, response, { operation, output, body, by })
    const text = await envelopeText(operation, told, caller.requestId)
    sendAnswer(request, response, http, { status, output, text })
  }
}

const EVENTS_TYPE = 'text/event-stream'
const STREAMED = new Set<string>(Object.keys(STREAM_TYPES))

/**
 * Makes what finds the type that `Accept` prefers of those that an operation has; who takes any gets the first. It answers
 * the form of file that the type is, and undefined for the envelope.
 */
function typeChooser(operation: Bound) {
  const { watch, http } = operation
  const formats = streamFormats(operation)
  const offered = [
    ...(http.document === undefined ? [] : [http.document]),
    ...(http.isFile ? [] : ['application/json']),
    ...formats.map((format) => STREAM_TYPES[format]),
    ...(watch ? [EVENTS_TYPE] : []),
  ]
  return ({ headers }: Request) => {
    const type = acceptedType(headers.accept, offered)
    if (type === undefined) {
      throw new ServiceError('NOT_ACCEPTABLE', `Answers are ${offered.join(', ')}`)
    }
    const format = formats.find((one) => STREAM_TYPES[one] === type)
    return { format, wantsEvents: type === EVENTS_TYPE }
  }
}

async function refuseMethod(
  request: Request,
  response: Response,
  allow: string,
  services: HttpServices,
): Promise<void> {
  await admit(services, request, response)
  response.setHeader('Allow', allow)
  throw new ServiceError('METHOD_NOT_ALLOWED', `This route takes ${allow}`)
}

/** Answers everything that is thrown with the envelope; an unexpected error is logged with its cause. */
function errorEnvelope(services: HttpServices): ErrorRequestHandler {
  return async (thrown: unknown, request: Request, response: Response, next) => {
    if (response.headersSent) {
      next(thrown)
      return
    }
    // Express refuses an address that it cannot decode before anybody looked at the request.
    const refusal = callerOf(response)
      ? thrown
      : await countedOr(thrown, services, request, response)
    sendRefusal(services, request, response, isBadRequest(refusal) ? unreadable(refusal) : refusal)
  }
}

/** Counts the request, and answers what was thrown; where the limit refuses it, that refusal. */
async function countedOr(
  thrown: unknown,
  services: HttpServices,
  request: Request,
  response: Response,
): Promise<unknown> {
  try {
    await admit(services, request, response)
    return thrown
  } catch (error) {
    return error
  }
}

const unreadable = (cause: unknown): ServiceError =>
  new ServiceError('BAD_REQUEST', 'The request could not be read', { cause })

/** Express itself throws these for an address that is not properly encoded, or a client that went away. */
const isBadRequest = (thrown: unknown): boolean =>
  thrown instanceof URIError ||
  (thrown instanceof Error &&
    !(thrown instanceof ServiceError) &&
    (('status' in thrown && thrown.status === 400) ||
      ('code' in thrown && thrown.code === 'ECONNRESET')))
