import type { Visit } from '../kernel/wire/visit.ts'

/** Lets pages of every origin send, and read what is answered, refusals too. */
export const ANY_ORIGIN = { 'Access-Control-Allow-Origin': '*' }

/** Lets them read also which version of an answer they have. */
export const SHARED_WITH_ANY_ORIGIN = { ...ANY_ORIGIN, 'Access-Control-Expose-Headers': 'ETag' }

const PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Methods': 'POST, OPTIONS',
  'Access-Control-Allow-Headers': 'Content-Type, Content-Encoding',
  'Access-Control-Max-Age': '86400',
}

/** Lets a page send the beacon that it asked for. */
export function answerPreflight({ response, headers }: Visit): void {
  response.writeHead(204, { ...headers, ...PREFLIGHT_HEADERS }).end()
}
