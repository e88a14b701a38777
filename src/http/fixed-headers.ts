import { isForAnyOrigin, type HttpBinding } from '../kernel/door/http-binding.ts'
import type { Operation } from '../kernel/door/operation.ts'
import { securityHeaders } from '../kernel/wire/security-headers.ts'
import { ANY_ORIGIN, SHARED_WITH_ANY_ORIGIN } from './any-origin.ts'
import { LINK_HEADERS } from './link-caller.ts'

/**
 * Makes the headers of every answer of an operation, including refusals; without an operation, those of every answer.
 */
export function fixedHeaders(
  { publicUrl }: { publicUrl: string },
  operation?: Operation & { http: HttpBinding },
): Readonly<Record<string, string>> {
  return {
    ...securityHeaders(publicUrl),
    ...(operation && isForAnyOrigin(operation.http) && ANY_ORIGIN),
    ...(operation?.http.sharedCache !== undefined && SHARED_WITH_ANY_ORIGIN),
    ...(operation?.access.by === 'link' && LINK_HEADERS),
    ...(operation && holdsSecrets(operation.http) && UNPACKED),
  }
}

/** True for a route whose answers hold secrets: a cookie, a code or a form of OAuth is one, as a key is. */
const holdsSecrets = ({ revealsSecret, surface }: HttpBinding): boolean =>
  revealsSecret !== undefined || surface === 'oauth'

/**
 * Headers of an answer with a secret. It must not be packed on its way: the length of a packed text shows how much of
 * a secret a caller has guessed.
 */
const UNPACKED = { 'Cache-Control': 'no-store, no-transform' }
