import type { IncomingMessage } from 'node:http'
import type { Caller } from '../kernel/door/caller.ts'
import type { LinkPrincipal } from '../kernel/door/principal.ts'
import type { HttpServices } from './http-services.ts'
import { requestQuery } from './request-query.ts'

/** The query parameter by which a signed link is sent. */
const PARAMETER = 'link'

/**
 * Headers of an answer at an address that opens without a credential: the address is sent to no other site, and the
 * answer is kept by no cache and not listed.
 */
export const LINK_HEADERS = {
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
}

/**
 * Finds the holder of the link that opens a request; undefined where no link was sent. Rejects with INVALID_CREDENTIAL
 * for a link that does not open, and with IP_NOT_ALLOWED for an address from which its key may not be used.
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
