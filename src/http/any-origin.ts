import type { HttpExchange } from '../kernel/wire/http-exchange.ts'

/** Lets pages of every origin send, and read what is answered, refusals too. */
export const ANY_ORIGIN = { 'Access-Control-Allow-Origin': '*' }

/** Lets them read also which version of an answer they have. */
export const SHARED_WITH_ANY_ORIGIN = { ...ANY_ORIGIN, 'Access-Control-Expose-Headers': 'ETag' }

const PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Methods': 'POST, OPTIONS',
  'Access-Control-Allow-Headers': 'Content-Type, Content-Encoding',
  'Access-Control-Max-Age': '86400',
}

/** Answers the preflight of a beacon: any page may send one. */
export function allowBeacon({ response, headers }: HttpExchange): void {
  response.writeHead(204, { ...headers, ...PREFLIGHT_HEADERS }).end()
}
