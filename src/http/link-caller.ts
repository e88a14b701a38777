import type { IncomingMessage } from 'node:http'
import type { Caller } from '../kernel/door/caller.ts'
import type { LinkPrincipal } from '../kernel/door/principal.ts'
import type { HttpServices } from './http-services.ts'
import { requestQuery } from './request-query.ts'

/** The query parameter that a signed link is sent as. */
const PARAMETER = 'link'

/** An address that opens by itself is told to nobody, kept by nobody, and listed nowhere. */
export const LINK_HEADERS = {
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
}

/**
 * Finds who opens a link; undefined where none was sent. Rejects with INVALID_CREDENTIAL for one that does not open, and
 * with IP_NOT_ALLOWED.
 */
export async function linkCaller(
  { app, authenticator }: Pick<HttpServices, 'app' | 'authenticator'>,
  request: IncomingMessage,
  { address }: Pick<Caller, 'address'>,
): Promise<LinkPrincipal | undefined> {
  const token = requestQuery(request).searchParams.get(PARAMETER)
  if (token === null) return undefined
  return authenticator.ofLink(app.links.open(token, app.now()), address)
}
