import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpBinding } from '../kernel/door/http-binding.ts'
import { sendJson } from '../kernel/wire/respond.ts'

const ANY_ORIGIN = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': 'ETag' }

/** Lets pages of every origin read what the route answers, its refusals too. */
export function openToOrigins({ sharedCache }: HttpBinding, response: ServerResponse): void {
  if (sharedCache) response.setHeaders(new Map(Object.entries(ANY_ORIGIN)))
}

/** Sends an answer; one that is the same for everybody may be kept, and is not sent to who has it. */
export function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  http: HttpBinding,
  { status, output, text }: { status: number; output: unknown; text: string | Buffer },
): void {
  const headers = sharedHeaders(http, output)
  if (answerUnchanged(request, response, headers)) return
  const { document: type } = http
  if (type === undefined) sendJson(response, status, text, headers)
  else sendJson(response, status, documentOf(output), { ...headers, 'Content-Type': type })
}

const documentOf = (output: unknown): string => {
  const isObject = typeof output === 'object' && output !== null && 'document' in output
  return isObject && typeof output.document === 'string' ? output.document : ''
}

/** The headers of an answer that may be kept; none for any other. */
function sharedHeaders({ sharedCache }: HttpBinding, output: unknown): Record<string, string> {
  const etag = sharedCache && etagOf(output)
  return etag === undefined ? {} : { ETag: etag, 'Cache-Control': sharedCache ?? '' }
}

/** Answers 304 where the caller has the answer already. */
function answerUnchanged(
  request: IncomingMessage,
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
): boolean {
  const { ETag: etag } = headers
  const wanted = request.headers['if-none-match']
  if (etag === undefined || wanted === undefined || !isAmong(wanted, etag)) return false
  response.writeHead(304, headers).end()
  return true
}

function etagOf(output: unknown): string | undefined {
  const isObject = typeof output === 'object' && output !== null && 'etag' in output
  return isObject && typeof output.etag === 'string' ? output.etag : undefined
}

/** Compares weakly, as RFC 9110, 13.1.2 wants it. */
const isAmong = (wanted: string, etag: string): boolean =>
  wanted.trim() === '*' ||
  wanted.split(',').some((one) => one.trim().replace(/^W\//, '') === etag.replace(/^W\//, ''))
