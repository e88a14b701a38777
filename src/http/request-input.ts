import type { IncomingMessage } from 'node:http'
import { type HttpBinding, signedBodyOf } from '../kernel/door/http-binding.ts'
import type { Operation } from '../kernel/door/operation.ts'
import type { MisplacedFields } from '../kernel/door/operation-face.ts'
import { isRecord } from '../lib/json/is-record.ts'
import { queryDecoder } from './decode-query.ts'
import { bodyReader, type BodyHolder } from './request-body.ts'
import { requestQuery } from './request-query.ts'
import type { FieldLocation } from '../kernel/door/errors.ts'

type Fields = Readonly<Record<string, unknown>>

/** The input of a request for an operation, each field from the one place that it belongs to. */
export interface RequestInput {
  /** The fields as an object, or the body of a beacon as it was sent, which may be any JSON value. */
  fields: unknown
  /** Fields that were sent in a wrong place: no other place may replace a path parameter, a header or a body. */
  misplaced: MisplacedFields
  query: Fields
  body: unknown
  /** The query string as it was sent. */
  search: string
}

/**
 * Makes the function that reads the input of an operation: its fields come from path and header, and from the query
 * where it reads, or else from the body. The id of the address may be repeated, as in a resource that is sent back; a
 * different one is refused.
 */
export function inputReader({ input, http }: Operation & { http: HttpBinding }) {
  const readBody = bodyReader(http, input)
  const decode = queryDecoder(input)
  const reads = http.method === 'get'
  return async (
    request: IncomingMessage,
    params: Fields,
    holder: BodyHolder,
  ): Promise<RequestInput> => {
    const body = readBody ? await readBody(request, holder) : {}
    const { search, searchParams } = requestQuery(request)
    const query = decode(searchParams)
    if (!isRecord(body)) {
      const misplaced = misplacedFields(Object.keys(query), 'query')
      return { fields: body, misplaced, query, body, search }
    }
    const elsewhere = { ...params, ...headerFieldsOf(request, http) }
    const taken = new Set([
      ...Object.keys(params),
      ...(http.ifMatch ? ['ifMatch'] : []),
      ...(http.authorization ? ['authorization'] : []),
    ])
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

/** Returns the fields of the input that come by headers. */
function headerFieldsOf({ headers }: IncomingMessage, http: HttpBinding): Fields {
  const ifMatch = http.ifMatch && headers['if-match']
  const authorization = http.authorization && headers.authorization
  const signed = signedBodyOf(http)
  const signature = signed && headers[signed.header.toLowerCase()]
  return {
    ...(ifMatch !== undefined && { ifMatch }),
    ...(authorization !== undefined && { authorization }),
    ...(signed && signature !== undefined && { [signed.signature]: signature }),
  }
}

/** Makes an error for each field that was sent in a place where no field of its name belongs. */
const misplacedFields = (names: readonly string[], location: FieldLocation): MisplacedFields =>
  [...new Set(names)].map((path) => ({
    path,
    location,
    code: 'unknown_field',
    message: 'Unknown field',
  }))
