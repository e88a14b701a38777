import { invalidField, type ServiceError } from '../../kernel/door/errors.ts'
import type { FetchError, FetchErrorCode } from '../../net/fetch-error.ts'

/**
 * Codes that a host causes after it was reached. All other codes would tell which hosts there are behind the server.
 */
const HOST_CAUSED_CODES: ReadonlySet<FetchErrorCode> = new Set<FetchErrorCode>([
  'PROTOCOL_ERROR',
  'REDIRECT_LOOP',
  'TLS_ERROR',
  'TOO_COMPLEX',
  'TOO_LARGE',
  'TOO_MANY_REDIRECTS',
])

const NOT_FETCHED =
  'No page could be fetched from this address. It must be one of a public host, at port 80 or 443; a key with sites:read scores what else this server may reach'

/** Says why a page has no score, for a caller who may know what the server can reach. */
export const detailedRefusal = ({ code, message }: FetchError): ServiceError =>
  invalidField('url', code.toLowerCase(), message)

/** Says it to anybody: refused, unknown and silent hosts read alike. */
export const maskedRefusal = (error: FetchError): ServiceError =>
  HOST_CAUSED_CODES.has(error.code)
    ? detailedRefusal(error)
    : invalidField('url', 'not_fetched', NOT_FETCHED)
