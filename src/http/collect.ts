import type { IncomingMessage, ServerResponse } from 'node:http'
import { queryOf } from '../lib/web/query-of.ts'
import type { Operation } from '../kernel/door/operation.ts'
import type { MisplacedFields } from '../kernel/door/operation-face.ts'
import { ServiceError } from '../kernel/door/errors.ts'
import { logFieldsOf } from '../kernel/wire/request-log-fields.ts'
import { errorHeaders, refusalOf, sendJson } from '../kernel/wire/respond.ts'
import { securityHeaders } from '../kernel/wire/security-headers.ts'
import { toEnvelope, toErrorEnvelope } from './envelope.ts'
import { withLocations } from './field-locations.ts'
import { misplacedFields } from './misplaced-fields.ts'
import { parseJson, readRequestBody } from './read-request-body.ts'
import { assertUtf8Type } from './utf-8-text.ts'
import { assertHost } from './caller-reader.ts'
import { assertWithinLimit, limitHeaders, type HttpServices } from './http-services.ts'
import { largeBodyTurns } from './large-body-turns.ts'

const MAX_BODY_BYTES = 65_536

/** A larger body may hold the event loop for milliseconds: a widget sends less than this at once. */
const LIGHT_BODY_BYTES = 2_048

/** Collecting looks at no credential. */
const NOBODY = { kind: 'anonymous' } as const

/** The input comes from the body alone: this route has no parameters. */
const BODY_ALONE = { query: {}, path: {}, otherwise: 'body' } as const

const PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Methods': 'POST, OPTIONS',
  'Access-Control-Allow-Headers': 'Content-Type, Content-Encoding',
  'Access-Control-Max-Age': '86400',
}

/**
 * Serves collecting ahead of Express, which costs more than all of the work here. `text/plain` is taken as JSON,
 * so that `sendBeacon` needs no preflight.
 */
export function collectHandler(route: string, operation: Operation, services: HttpServices) {
  const fixed = { ...securityHeaders(services.publicUrl), 'Access-Control-Allow-Origin': '*' }
  const takeTurn = largeBodyTurns()
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const caller = services.callers.read(request)
    const { requestId } = caller
    const note = logFieldsOf(response)
    note.requestId = requestId
    note.route = route
    const sender = services.app.addressName(caller.address)
    using account = services.bodies.open(sender)
    const headers: Headers = { ...fixed, 'X-Request-Id': requestId }
    try {
      const verdict = await services.limits.takeOfAddress(caller.address, operation.addressLimit)
      Object.assign(headers, limitHeaders(verdict))
      assertWithinLimit(verdict)
      assertHost(request)
      if (request.method === 'OPTIONS') {
        response.writeHead(204, { ...headers, ...PREFLIGHT_HEADERS }).end()
        return
      }
      assertPost(request)
      const misplaced = inQuery(request)
      const body = await readRequestBody(request, MAX_BODY_BYTES, account)
      if (body.length > LIGHT_BODY_BYTES) await takeTurn(sender, request, response)
      const input = parseJson(body)
      const output = await withLocations(
        () => operation.execute(services.app, NOBODY, caller, input, misplaced),
        BODY_ALONE,
      )
      sendJson(response, 202, JSON.stringify(toEnvelope(operation, output, requestId)), headers)
    } catch (thrown) {
      const error = refusalOf(thrown, response, services.log, requestId)
      const all = { ...headers, ...errorHeaders(error), ...extraHeaders(error) }
      sendJson(response, error.status, JSON.stringify(toErrorEnvelope(error, requestId)), all)
    }
  }
}

type Headers = Record<string, string | number>

function extraHeaders({ code }: ServiceError): Headers {
  return code === 'METHOD_NOT_ALLOWED' ? { Allow: 'POST, OPTIONS' } : {}
}

/** Finds fields in the query, where none belongs: they come by the body alone. */
function inQuery({ url = '' }: IncomingMessage): MisplacedFields {
  const query = queryOf(url)
  return query === undefined ? [] : misplacedFields([...new URLSearchParams(query).keys()], 'query')
}

function assertPost(request: IncomingMessage): void {
  if (request.method !== 'POST') {
    throw new ServiceError('METHOD_NOT_ALLOWED', 'This route takes POST')
  }
  const type = request.headers['content-type'] ?? 'text/plain'
  if (!/^(application\/json|text\/plain)\s*(;|$)/i.test(type)) {
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', 'Send application/json or text/plain')
  }
  assertUtf8Type(type)
}
