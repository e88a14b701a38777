import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { AppContext } from '../kernel/door/app-context.ts'
import { runIdempotent } from '../kernel/door/idempotency.ts'
import type { HttpBinding } from '../kernel/door/http-binding.ts'
import type { Operation } from '../kernel/door/operation.ts'
import { addFileEnd, setFileNotes } from './file-notes.ts'
import { STREAM_TYPES, type RowStream } from '../kernel/door/row-stream.ts'
import { setHeaders, type HttpExchange } from '../kernel/wire/http-exchange.ts'
import { isRecord } from '../lib/json/is-record.ts'
import type { Admitted } from './admit.ts'
import type { AnswerType } from './answer-type.ts'
import { streamSignal } from './disconnect-signal.ts'
import { envelopeText } from './envelope.ts'
import { withLocations } from './field-locations.ts'
import type { HttpServices } from './http-services.ts'
import type { RequestInput } from './request-input.ts'
import { sendEvents } from './send-events.ts'
import { sendPage } from './send-page.ts'
import { settleCookie } from './session-cookie.ts'
import { sendAnswer } from './shared-answer.ts'
import { sendKept, type SharedAnswers } from './shared-answers.ts'
import { streamEnds } from './stream-ends.ts'

/** A request that was let in, with everything that it asks for. */
export interface Asked {
  exchange: HttpExchange
  admitted: Admitted
  /** The name under which the memory that the caller holds is counted. */
  holder: string
  params: Readonly<Record<string, string>>
  input: RequestInput
  type: AnswerType
  /** The memory of answers that are the same for everybody; undefined for an operation without such answers. */
  shared: SharedAnswers | undefined
}

type Bound = Operation & { http: HttpBinding }

const STREAMED = new Set<string>(Object.keys(STREAM_TYPES))

/** Runs an operation, and sends its answer: as a file, as events, or in the envelope. */
export function answer(operation: Bound, services: HttpServices, asked: Asked): Promise<unknown> {
  const { http, open, watch } = operation
  const { input, type, exchange } = asked
  const { format } = type
  const named = format && !http.isFile ? { format } : undefined
  // @NOTE only a beacon may have fields that are not an object, and it is never a file.
  const fields = named && isRecord(input.fields) ? { ...named, ...input.fields } : input.fields
  const call: Call = { operation, services, asked, fields }
  const wantsFile = http.isFile || (isRecord(fields) && STREAMED.has(String(fields['format'])))
  if (open && wantsFile) return sendFile(call, open)
  if (watch && exchange.request.method === 'GET' && type.wantsEvents)
    return sendWatched(call, watch)
  return sendEnvelope(call)
}

interface Call {
  operation: Bound
  services: HttpServices
  asked: Asked
  fields: unknown
}

/** Runs an operation, and adds to each refused field the place by which it came. */
function located<T>({ operation, asked: { input, params } }: Call, run: () => Promise<T>) {
  const otherwise = operation.http.method === 'get' ? 'query' : 'body'
  return withLocations(run, { query: input.query, path: params, otherwise })
}

function signalOf({ operation, services, asked: { exchange, admitted } }: Call): AbortSignal {
  const { request, response, caller } = exchange
  const { principal } = admitted
  return streamSignal(response, streamEnds(services, { operation, request, principal, caller }))
}

function sendFile(call: Call, open: NonNullable<Operation['open']>): Promise<void> {
  const { services, fields, asked } = call
  const { exchange, admitted, holder, input } = asked
  const send = async () => {
    // Opening the file may wait for others, and rights may end meanwhile.
    const signal = signalOf(call)
    const { misplaced } = input
    const file = await open(services.app, admitted.principal, exchange.caller, fields, misplaced)
    setHeaders(exchange)
    await sendStream(exchange.response, file, signal)
  }
  return services.streams.during(holder, () => located(call, send))
}

function sendWatched(call: Call, watch: NonNullable<Operation['watch']>): Promise<void> {
  const { services, fields, asked } = call
  const { exchange, admitted, holder, input } = asked
  const { request, response, caller } = exchange
  const lastEventId = request.headers['last-event-id']
  return services.streams.during(holder, async () => {
    const options = { lastEventId: single(lastEventId), signal: signalOf(call) }
    const events = await located(call, () =>
      watch(services.app, admitted.principal, caller, fields, options, input.misplaced),
    )
    setHeaders(exchange)
    // A 204 prevents an EventSource from connecting again.
    if (events) await sendEvents(response, events, options.signal)
    else response.writeHead(204).end()
  })
}

const single = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(',') : value

async function sendEnvelope(call: Call): Promise<void> {
  const { operation, services, fields, asked } = call
  const { exchange, admitted, params, input } = asked
  const { principal, by } = admitted
  const { app } = services
  const run = (within: AppContext) =>
    operation.execute(within, principal, exchange.caller, fields, input.misplaced)
  const { status, output, replayed } = await located(call, () =>
    runIdempotent(app, {
      operation,
      principal,
      key: exchange.request.headers['idempotency-key'],
      asked: { path: params, search: input.search, body: input.body },
      run,
    }),
  )
  if (operation.http.page) return sendPage(services, exchange, output)
  if (asked.shared) {
    sendKept(
      exchange,
      operation.http,
      asked.shared.keep(exchange.request.url ?? '', output, app.now()),
    )
    return
  }
  if (replayed) exchange.headers['Idempotent-Replayed'] = 'true'
  const told = settleCookie(services, exchange, { operation, output, body: input.body, by })
  const text = await envelopeText(operation, told, exchange.caller.requestId)
  sendAnswer(exchange, operation.http, { status, output, text })
}

/**
 * Sends a file as fast as the client reads it. Its first part is made before the headers, so that an error until then
 * is still an envelope. A later error, or the end of the signal, cuts the connection, so that no client takes the part
 * for the whole.
 */
async function sendStream(
  response: ServerResponse,
  file: RowStream,
  signal: AbortSignal,
): Promise<void> {
  const chunks = file.chunks[Symbol.asyncIterator]()
  const first = await chunks.next()
  response.setHeader('Content-Type', `${file.mimeType}; charset=utf-8`)
  response.setHeader('Content-Disposition', `attachment; filename="${file.fileName}"`)
  if (file.nextCursor !== null) response.setHeader('X-Next-Cursor', file.nextCursor)
  setFileNotes(response, file)
  if (response.req.method === 'HEAD') {
    await chunks.return?.()
    response.end()
    return
  }
  const withEnd = continued(first, chunks, () => addFileEnd(response, file))
  const whole = Readable.from(withEnd, { objectMode: true, highWaterMark: 1 })
  try {
    await pipeline(whole, response, { signal })
  } catch (error) {
    if (!hasLeft(error)) throw error
  }
}

/** True for the error of a client that left, or that may stay no longer, which is not an error of ours. */
const hasLeft = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'AbortError' || ('code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'))

async function* continued<T>(
  first: IteratorResult<T>,
  rest: AsyncIterator<T>,
  onEnd: () => void,
): AsyncGenerator<T> {
  try {
    for (let next = first; !next.done; next = await rest.next()) yield next.value
    onEnd()
  } finally {
    await rest.return?.()
  }
}
