import type { Request } from 'express'
import { sendJson } from '../kernel/wire/respond.ts'
import type { HttpExchange } from '../kernel/wire/http-exchange.ts'

const REASON =
  'This credential is not valid here, or none was sent. Nobody signs in over OAuth; send an API key as Authorization: Bearer ctbk_…'

/** Clients of MCP whose key was refused ask here to be registered (RFC 7591), where they know no other place. */
export const isRegistration = ({ method, path }: Request): boolean =>
  method === 'POST' && path === '/register'

/** Says in the form of OAuth what was wrong with the key: such a client shows no other. */
export function refuseRegistration({ response, headers }: HttpExchange): void {
  const answer = { error: 'invalid_request', error_description: REASON }
  sendJson(response, 404, JSON.stringify(answer), headers)
}
