import type { IncomingMessage } from 'node:http'
import { PROTECTED_RESOURCE } from '../domain/oauth/server-metadata.ts'
import type { ServiceError } from '../kernel/door/errors.ts'
import { boundAddress, splitBoundAddress } from './bound-address.ts'

interface Challenging {
  publicUrl: string
  /** The path of the server, without a site. */
  address: string
  /** The scopes that the server's tools need, and no more. */
  scopes: readonly string[]
  /**
   * True for a server that needs no credential. Such a server refuses a wrong credential that came along, and asks for
   * no other one.
   */
  isPublic: boolean
}

/**
 * Returns the path that a client asks a credential for: that of the server, with the site where the request's address
 * ends with one.
 */
export function calledAddress(address: string, { url = '' }: IncomingMessage): string {
  const site = splitBoundAddress(url.split('?', 1)[0] ?? '')?.site
  return site === undefined ? address : boundAddress(address, site)
}

/** A header that brings an API key, even a key that is wrong in some way. */
const OF_KEY = /^(?:Bearer +)?["']?ctbk_/i

const REASONS: Readonly<Record<string, string | undefined>> = {
  INVALID_CREDENTIAL: 'error="invalid_token", ',
  INSUFFICIENT_SCOPE: 'error="insufficient_scope", ',
}

/**
 * Returns the value of `WWW-Authenticate`, which leads a client to the place where it learns how to get a credential
 * (RFC 9728), with the scopes to ask for. A client that sent an API key gets only `invalid_token`: if it were shown the
 * way, it would leave the key for OAuth (anthropics/claude-ai-mcp#967).
 */
export function challenge(
  { code, details }: ServiceError,
  request: IncomingMessage,
  { publicUrl, address, scopes, isPublic }: Challenging,
): string {
  const isOfKey = OF_KEY.test(request.headers.authorization ?? '')
  if (isPublic || isOfKey) return 'Bearer error="invalid_token"'
  const metadata = `${publicUrl}${PROTECTED_RESOURCE}${calledAddress(address, request)}`
  const wanted = (details.scopes ?? scopes).join(' ')
  return `Bearer ${REASONS[code] ?? ''}resource_metadata="${metadata}", scope="${wanted}"`
}
