import type { HttpBinding } from '../kernel/door/http-binding.ts'
import { sendJson } from '../kernel/wire/respond.ts'
import type { HttpExchange } from '../kernel/wire/http-exchange.ts'
import { isAmongTags } from '../lib/web/is-among-tags.ts'

/** Sends an answer. An answer that is the same for everybody may be kept, and is not sent to a client that has it. */
export function sendAnswer(
  { request, response, headers: known }: HttpExchange,
  http: HttpBinding,
  { status, output, text }: { status: number; output: unknown; text: string | Buffer },
): void {
  const shared = sharedHeaders(http, output)
  const headers = { ...known, ...shared }
  if (isKnown(request.headers['if-none-match'], shared)) {
    response.writeHead(304, headers).end()
    return
  }
  const { document: type } = http
  if (type === undefined) sendJson(response, status, text, headers)
  else sendJson(response, status, documentOf(output), { ...headers, 'Content-Type': type })
}

const documentOf = (output: unknown): string => {
  const isObject = typeof output === 'object' && output !== null && 'document' in output
  return isObject && typeof output.document === 'string' ? output.document : ''
}

type SharedHeaders = { ETag: string; 'Cache-Control': string } | Record<string, never>

/** Returns the headers of an answer that caches may keep; an empty object for any other answer. */
function sharedHeaders({ sharedCache }: HttpBinding, output: unknown): SharedHeaders {
  const etag = sharedCache && etagOf(output)
  return etag === undefined ? {} : { ETag: etag, 'Cache-Control': sharedCache ?? '' }
}

/** True where the request names the ETag of the answer, so that the caller has the answer already. */
const isKnown = (wanted: string | undefined, { ETag: etag }: { ETag?: string }): boolean =>
  etag !== undefined && isAmongTags(wanted, etag)

function etagOf(output: unknown): string | undefined {
  const isObject = typeof output === 'object' && output !== null && 'etag' in output
  return isObject && typeof output.etag === 'string' ? output.etag : undefined
}
