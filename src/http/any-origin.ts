import type { HttpExchange } from '../kernel/wire/http-exchange.ts'

/** The headers that let pages of every origin read an answer, also a refusal. */
export const ANY_ORIGIN = { 'Access-Control-Allow-Origin': '*' }

/** The headers that let pages of every origin read an answer and its ETag. */
export const SHARED_WITH_ANY_ORIGIN = { ...ANY_ORIGIN, 'Access-Control-Expose-Headers': 'ETag' }

const ALLOWED_HEADERS = 'Content-Type, Content-Encoding'

/** The headers that clients of OAuth in a page may send: the usual ones and some of their own. */
const ALLOWED_OF_CLIENTS = `${ALLOWED_HEADERS}, Accept, Authorization, MCP-Protocol-Version`

/** Makes the headers of an answer to a preflight; `isOfClient` is for routes that clients of OAuth call from a page. */
export const preflightHeaders = (methods: string, isOfClient: boolean) => ({
  'Access-Control-Allow-Methods': methods,
  'Access-Control-Allow-Headers': isOfClient ? ALLOWED_OF_CLIENTS : ALLOWED_HEADERS,
  'Access-Control-Max-Age': '86400',
})

/** Answers the preflight of a request that pages of any origin may send. */
export function allowAnyPage({ response, headers }: HttpExchange, isOfClient: boolean): void {
  response.writeHead(204, { ...headers, ...preflightHeaders('POST, OPTIONS', isOfClient) }).end()
}
