import type { IncomingMessage } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import type { Request } from 'express'
import { ServiceError } from '../kernel/door/errors.ts'
import type { HttpBinding } from '../kernel/door/http-binding.ts'
import type { Operation } from '../kernel/door/operation.ts'
import type { MisplacedFields } from '../kernel/door/operation-face.ts'
import type { BodyAccount } from '../auth/body-budget.ts'
import { assertParsable, isLarge } from './body-size.ts'
import { queryDecoder } from './decode-query.ts'
import { misplacedFields } from './misplaced-fields.ts'
import { LINE_TYPES, parseJson, readRequestBody, readLines } from './read-request-body.ts'
import { requestQuery } from './request-query.ts'
import { assertUtf8Type, utf8Text } from './utf-8-text.ts'

const MAX_BODY_BYTES = 102_400
const MAX_BULK_BYTES = 5 * 1_024 * 1_024
const MAX_SIGNED_BYTES = 1_024 * 1_024

type Fields = Readonly<Record<string, unknown>>

/** A request's input for an operation, each field from the one place that it belongs to. */
export interface RequestInput {
  fields: Fields
  /** Fields that were sent elsewhere: nothing may stand in for a path parameter, a header or a body. */
  misplaced: MisplacedFields
  query: Fields
  body: Fields
  /** The query as it was sent. */
  search: string
}

/**
 * Reads the input of an operation: its fields come by path and header, and by query where it reads, else by body. The id
 * of the address may be said once more, as in a resource that is sent back; another one is refused.
 */
export function inputReader(operation: Operation & { http: HttpBinding }) {
  const place = fieldPlacer(operation)
  return async (request: Request, account: BodyAccount): Promise<RequestInput> =>
    place(request, request.params, await bodyOf(request, operation.http, account))
}

/** Makes an input of what a request says: its parameters and its body were read already. */
export function fieldPlacer(operation: Operation & { http: HttpBinding }) {
  const { http } = operation
  const decode = queryDecoder(operation.input)
  const reads = http.method === 'get'
  return (request: IncomingMessage, params: Fields, body: Fields = {}): RequestInput => {
    const { search, searchParams } = requestQuery(request)
    const query = decode(searchParams)
    const elsewhere = { ...params, ...headerFieldsOf(request, http) }
    const taken = new Set([...Object.keys(params), ...(http.ifMatch ? ['ifMatch'] : [])])
    const [own, other] = reads ? [query, body] : [body, query]
    const misplaced = [
      ...misplacedFields(Object.keys(other), reads ? 'body' : 'query'),
      ...misplacedFields(
        Object.keys(own).filter((name) => taken.has(name) && own[name] !== params[name]),
        reads ? 'query' : 'body',
      ),
    ]
    return { fields: { ...own, ...elsewhere }, misplaced, query, body, search }
  }
}

/** The fields that come by headers. */
function headerFieldsOf(
  { headers }: IncomingMessage,
  { ifMatch: takes, signedBody }: HttpBinding,
): Fields {
  const ifMatch = headers['if-match']
  const signature = signedBody && headers[signedBody.header.toLowerCase()]
  return {
    ...(takes && ifMatch !== undefined && { ifMatch }),
    ...(signedBody && signature !== undefined && { [signedBody.signature]: signature }),
  }
}

function mostBytes({ lines, signedBody }: HttpBinding): number {
  if (lines) return MAX_BULK_BYTES
  return signedBody ? MAX_SIGNED_BYTES : MAX_BODY_BYTES
}

async function bodyOf(request: Request, http: HttpBinding, account: BodyAccount): Promise<Fields> {
  if (request.method === 'GET' || request.method === 'DELETE') return {}
  const { lines, signedBody } = http
  const bytes = await readRequestBody(request, mostBytes(http), account)
  if (bytes.length === 0) return {}
  assertUtf8Type(request.headers['content-type'])
  assertParsable(bytes)
  if (lines && request.is(LINE_TYPES)) return { [lines.field]: readLines(bytes, lines.max) }
  if (!request.is('application/json')) {
    const types = ['application/json', ...(lines ? LINE_TYPES : [])]
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', `Send ${types.join(' or ')}`)
  }
  // Nobody's JSON is parsed before the signature is looked at.
  if (signedBody) return { [signedBody.field]: utf8Text(bytes) }
  const fields = asObject(parseJson(bytes))
  // The next look through the fields begins in a turn of the event loop of its own.
  if (isLarge(bytes)) await turn()
  return fields
}

function asObject(body: unknown): Fields {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new ServiceError('VALIDATION_FAILED', 'The body must be a JSON object', {
      fields: [{ path: '', location: 'body', code: 'invalid_type', message: 'Must be an object' }],
    })
  }
  // @NOTE a JSON object, as was just checked.
  return body as Fields
}
