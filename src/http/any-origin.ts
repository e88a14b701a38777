import type { HttpExchange } from '../kernel/wire/http-exchange.ts'

/** Lets pages of every origin send, and read what is answered, refusals too. */
export const ANY_ORIGIN = { 'Access-Control-Allow-Origin': '*' }

/** Lets such pages also read which version of an answer they have. */
export const SHARED_WITH_ANY_ORIGIN = { ...ANY_ORIGIN, 'Access-Control-Expose-Headers': 'ETag' }

const ALLOWED_HEADERS = 'Content-Type, Content-Encoding'

/** The headers that clients of OAuth in a page may send: the usual ones and some of their own. */
const ALLOWED_OF_CLIENTS = `${ALLOWED_HEADERS}, Accept, Authorization, MCP-Protocol-Version`

/** The headers of an answer to a preflight. */
export const preflightHeaders = (methods: string, isOfClient: boolean) => ({
  'Access-Control-Allow-Methods': methods,
  'Access-Control-Allow-Headers': isOfClient ? ALLOWED_OF_CLIENTS : ALLOWED_HEADERS,
  'Access-Control-Max-Age': '86400',
})

/** Answers the preflight of a request that any page may send. */
export function allowAnyPage({ response, headers }: HttpExchange, isOfClient: boolean): void {
  response.writeHead(204, { ...headers, ...preflightHeaders('POST, OPTIONS', isOfClient) }).end()
}
