import type { IncomingMessage } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import type { z } from 'zod'
import { ServiceError } from '../kernel/door/errors.ts'
import { requestBodyOf, type HttpBinding, type RequestBody } from '../kernel/door/http-binding.ts'
import type { BodyAccount } from '../auth/body-budget.ts'
import { queryDecoder } from './decode-query.ts'
import { largeBodyTurns } from './large-body-turns.ts'
import { LINE_TYPES, parseJson, readLines, readRequestBody } from './read-request-body.ts'
import { isUtf8Type, utf8Text } from './utf-8-text.ts'

/** The sender of a body, and the account that its bytes are counted on. */
export interface BodyHolder {
  /** A credential's id or a pseudonym of an address. */
  name: string
  account: BodyAccount
  /** Makes the signal that is aborted when the sender has left; absent where the sender cannot leave. */
  untilLeft: (() => AbortSignal) | undefined
}

/** Reads a body, and returns the input that it holds. */
type ReadBody = (request: IncomingMessage, holder: BodyHolder) => Promise<unknown>

interface BodyForm {
  /** The media types of bodies that are accepted, in lower case. */
  types: readonly string[]
  maxBytes: number
  /** Makes the input from a body; `type` is the media type of the body. */
  parse: (bytes: Buffer, type: string, request: IncomingMessage, holder: BodyHolder) => unknown
  /** The type of a body without a Content-Type, where that is allowed. */
  otherwise?: string
}

const JSON_TYPE = 'application/json'
const MAX_BYTES = 102_400
const MAX_BEACON_BYTES = 65_536
const MAX_SIGNED_BYTES = 1_024 * 1_024
const MAX_LINES_BYTES = 5 * 1_024 * 1_024

/**
 * Makes the function that reads the body of a route; undefined for a route that reads none. It rejects with
 * BODY_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, MALFORMED_JSON, VALIDATION_FAILED for a value that is not an object where one
 * belongs, and as `readRequestBody` does. A body that is empty has no fields.
 */
export function bodyReader(http: HttpBinding, input: z.ZodType): ReadBody | undefined {
  const form = formOf(requestBodyOf(http), input)
  if (!form) return undefined
  const { maxBodyBytes: maxBytes = form.maxBytes } = http
  return async (request, holder) => {
    const type = mediaTypeOf(request) ?? form.otherwise
    const refusal = typeRefusal(request, form, type)
    // A body of another type is not waited for.
    if (refusal && Number(request.headers['content-length'] ?? 0) > 0) throw refusal
    const bytes = await readRequestBody(request, maxBytes, holder.account)
    if (refusal && bytes.length > 0) throw refusal
    return form.parse(bytes, type ?? '', request, holder)
  }
}

function formOf(body: RequestBody, input: z.ZodType): BodyForm | undefined {
  switch (body) {
    case 'none':
      return undefined
    case 'json':
      return { types: [JSON_TYPE], maxBytes: MAX_BYTES, parse: parseFields }
    case 'form':
      return {
        types: ['application/x-www-form-urlencoded'],
        maxBytes: MAX_BYTES,
        parse: formParser(input),
      }
    case 'beacon':
      return beaconForm()
    default:
      return body.as === 'lines' ? lineForm(body) : signedForm(body)
  }
}

/** Makes the parser of a form, whose fields are read as those of a query are, since it is written like a query. */
function formParser(input: z.ZodType): BodyForm['parse'] {
  const decode = queryDecoder(input)
  return (bytes) => decode(new URLSearchParams(utf8Text(bytes)))
}

type LineBody = Extract<RequestBody, { as: 'lines' }>
type SignedBody = Extract<RequestBody, { as: 'signed' }>

const lineForm = ({ field, max }: LineBody): BodyForm => ({
  types: [JSON_TYPE, ...LINE_TYPES],
  maxBytes: MAX_LINES_BYTES,
  parse: (bytes, type) => {
    if (type === JSON_TYPE || bytes.length === 0) return parseFields(bytes)
    assertParsable(bytes)
    return { [field]: readLines(bytes, max) }
  },
})

/**
 * Makes the form of a signed body, which becomes one field as text: JSON of a stranger is not parsed before its
 * signature is checked.
 */
const signedForm = ({ field }: SignedBody): BodyForm => ({
  types: [JSON_TYPE],
  maxBytes: MAX_SIGNED_BYTES,
  parse: (bytes) => {
    assertParsable(bytes)
    return bytes.length === 0 ? {} : { [field]: utf8Text(bytes) }
  },
})

/**
 * The bytes above which a beacon takes a turn, since parsing it may hold the event loop for milliseconds; a widget
 * sends less than this at once.
 */
const LIGHT_BYTES = 2_048

function beaconForm(): BodyForm {
  const takeTurn = largeBodyTurns()
  return {
    types: [JSON_TYPE, 'text/plain'],
    otherwise: 'text/plain',
    maxBytes: MAX_BEACON_BYTES,
    async parse(bytes, _, request, holder) {
      if (bytes.length > LIGHT_BYTES) await takeTurn(request, holder)
      return parseJson(bytes)
    },
  }
}

async function parseFields(bytes: Buffer): Promise<unknown> {
  if (bytes.length === 0) return {}
  assertParsable(bytes)
  const fields = asObject(parseJson(bytes))
  // The next look through the fields begins in a turn of the event loop of its own.
  if (isLarge(bytes)) await turn()
  return fields
}

function asObject(body: unknown): unknown {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body
  throw new ServiceError('VALIDATION_FAILED', 'The body must be a JSON object', {
    fields: [{ path: '', location: 'body', code: 'invalid_type', message: 'Must be an object' }],
  })
}

const mediaTypeOf = ({ headers }: IncomingMessage): string | undefined =>
  headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()

function typeRefusal(
  { headers }: IncomingMessage,
  { types }: BodyForm,
  type: string | undefined,
): ServiceError | undefined {
  if (!isUtf8Type(headers['content-type'])) return unsupported('Send the body as UTF-8')
  if (type !== undefined && types.includes(type)) return undefined
  return unsupported(`Send ${types.join(' or ')}`)
}

const unsupported = (message: string): ServiceError =>
  new ServiceError('UNSUPPORTED_MEDIA_TYPE', message)

/** The bytes above which a body can take long to parse. */
const LARGE_BYTES = 262_144
/** The most brackets of a body; some 2,000 records of bulk work have 15,000. */
const MAX_BRACKETS = 100_000
const MAX_COMMAS = 300_000

const COMMA = 0x2c
const BRACKET = 0x5b
const BRACE = 0x7b

/** True for a body so large that other requests should be let in between two steps of reading it. */
const isLarge = ({ length }: Buffer): boolean => length > LARGE_BYTES

/**
 * Throws BODY_TOO_LARGE for too many brackets: five megabytes of text are parsed in five milliseconds, but as many of
 * nested brackets in half a second. Brackets in strings count too, which is why many are allowed.
 */
function assertParsable(body: Buffer): void {
  if (!isLarge(body)) return
  let brackets = 0
  let commas = 0
  for (let i = 0; i < body.length; i++) {
    const byte = body[i]
    if (byte === COMMA) commas += 1
    else if (byte === BRACKET || byte === BRACE) brackets += 1
  }
  if (commas <= MAX_COMMAS && brackets <= MAX_BRACKETS) return
  throw new ServiceError(
    'BODY_TOO_LARGE',
    `The body may have at most ${MAX_BRACKETS} lists and objects, and ${MAX_COMMAS} commas`,
  )
}
