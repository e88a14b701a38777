import { isRecord } from '../../lib/json/is-record.ts'
import { parseUrl } from '../../lib/web/parse-url.ts'
import { clientNameOf, type AuthMethod, type OauthClient } from './oauth-client.ts'
import { refuseRedirectUri } from './redirect-uri.ts'

/**
 * The most redirect addresses of a document; it may list more than a client that registers, since it serves all
 * versions of a program.
 */
const MAX_REDIRECTS = 20
const MAX_METHODS = 20
const MAX_ID_CHARS = 1_000

/**
 * The methods by which a client with a document can authenticate; none of them needs a secret, since a document is
 * public.
 */
const OF_DOCUMENTS = ['none', 'private_key_jwt'] as const satisfies readonly AuthMethod[]
type DocumentMethod = (typeof OF_DOCUMENTS)[number]

/** The value that was read, or the reason why it is refused. */
export type Read<T> = { value: T } | { refused: string }

/** True for an id that is the address of a document. */
export const isDocumentId = (clientId: string): boolean => /^https?:\/\//i.test(clientId)

/**
 * Says why a document is not looked for at an address, as far as the address shows; undefined where it is looked for.
 * Ids are compared letter by letter, so an address has one spelling.
 */
export function refuseDocumentUrl(text: string): string | undefined {
  if (text.length > MAX_ID_CHARS) return `it has more than ${MAX_ID_CHARS} characters`
  const url = parseUrl(text)
  if (!url) return 'it is no address'
  if (url.username !== '' || url.password !== '') return 'it has a user name'
  if (text.includes('#')) return 'it has a fragment'
  if (url.pathname === '/') return 'it has no path'
  // A parser writes hosts small and resolves segments of dots.
  return url.href === text ? undefined : `it is spelt otherwise than ${url.href}`
}

/** Reads the document that lies at an address, by draft-ietf-oauth-client-id-metadata-document. */
export function readClientDocument(id: string, document: unknown): Read<OauthClient> {
  if (!isRecord(document)) return { refused: 'it is no object' }
  if (document['client_id'] !== id) return { refused: 'its client_id is another address' }
  if (isGiven(document['client_secret'])) return { refused: 'it has a client_secret' }
  const redirects = readRedirects(document['redirect_uris'])
  if ('refused' in redirects) return redirects
  const keys = readKeys(document)
  if ('refused' in keys) return keys
  const methods = readMethods(document, Object.keys(keys.value).length > 0)
  const [method] = methods
  if (method === undefined) {
    return { refused: `it offers no way to authenticate of ${OF_DOCUMENTS.join(' and ')}` }
  }
  const name = document['client_name']
  return {
    value: {
      id,
      kind: 'document',
      name: typeof name === 'string' ? clientNameOf(name) : null,
      redirectUris: redirects.value,
      methods,
      method,
      ...keys.value,
    },
  }
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

/** Leaves out the addresses that are refused here, such as those of an unknown scheme, and keeps the others. */
function readRedirects(sent: unknown): Read<readonly string[]> {
  if (!Array.isArray(sent) || sent.length === 0) return { refused: 'it has no redirect_uris' }
  if (sent.length > MAX_REDIRECTS) {
    return { refused: `it has more than ${MAX_REDIRECTS} redirect_uris` }
  }
  const usable = sent.filter(
    (uri) => typeof uri === 'string' && refuseRedirectUri(uri) === undefined,
  )
  if (usable.length === 0) return { refused: 'none of its redirect_uris can be used' }
  return { value: [...new Set<string>(usable)] }
}

function readKeys(
  document: Readonly<Record<string, unknown>>,
): Read<Pick<OauthClient, 'jwks' | 'jwksUri'>> {
  const { jwks, jwks_uri: uri } = document
  if (isGiven(uri)) {
    const refused = typeof uri === 'string' ? refuseDocumentUrl(uri) : 'it is no text'
    if (typeof uri !== 'string' || refused !== undefined) {
      return { refused: `its jwks_uri cannot be used: ${refused}` }
    }
    return { value: { jwksUri: uri } }
  }
  return { value: isGiven(jwks) ? { jwks } : {} }
}

/** Lists the authentication methods of a document that we know too, the one that it prefers first. */
function readMethods(
  document: Readonly<Record<string, unknown>>,
  hasKeys: boolean,
): DocumentMethod[] {
  const one = document['token_endpoint_auth_method'] ?? undefined
  const listed = document['token_endpoint_auth_methods_supported'] ?? undefined
  const list: unknown[] = Array.isArray(listed) ? listed.slice(0, MAX_METHODS) : []
  // RFC 7591 would make it a shared secret, which no document has.
  const wanted = one === undefined && list.length === 0 ? ['none'] : [one, ...list]
  const known = wanted.flatMap(
    (method) => OF_DOCUMENTS.find((ours) => ours === method && (ours === 'none' || hasKeys)) ?? [],
  )
  return [...new Set(known)]
}
