import type { IncomingMessage } from 'node:http'
import { PROTECTED_RESOURCE } from '../domain/oauth/server-metadata.ts'
import type { ServiceError } from '../kernel/door/errors.ts'
import { boundAddress, splitBoundAddress } from './bound-address.ts'

interface Challenging {
  publicUrl: string
  /** The address of the server, without a site. */
  address: string
  /** The scopes that the server's tools need, and no more. */
  scopes: readonly string[]
  /**
   * True for a server that needs no credential. It refuses a wrong credential that came along, and asks for no other
   * one.
   */
  isPublic: boolean
}

/**
 * The address that a request is for, and that a client asks for a credential to: with the site, where it ends with one.
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
 * Leads a client to the place where it learns how to get a credential (RFC 9728), with the scopes to ask for. A client
 * whose key fails hears only that: if it were shown the way, it would leave the key for OAuth
 * (anthropics/claude-ai-mcp#967).
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
