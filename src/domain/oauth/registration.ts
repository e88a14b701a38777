import { AUTH_METHODS, clientNameOf, type AuthMethod } from './oauth-client.ts'
import { refuseRedirectUri } from './redirect-uri.ts'

/**
 * The methods by which a client that registers may authenticate. A client with keys of its own publishes a document,
 * where they can change.
 */
export type RegisteredMethod = Exclude<AuthMethod, 'private_key_jwt'>
export const REGISTERED_METHODS: readonly RegisteredMethod[] = AUTH_METHODS.filter(
  (method) => method !== 'private_key_jwt',
)

export interface Registration {
  name: string | null
  redirectUris: readonly string[]
  method: RegisteredMethod
  grantTypes: readonly string[]
  /** The scopes that the client asked for and the service has; undefined where it asked for none. */
  scopes: readonly string[] | undefined
}

/** The fault of a registration, by the codes of RFC 7591 3.2.2. */
export class RegistrationFault extends Error {
  override name = 'RegistrationFault'
  readonly code: 'invalid_redirect_uri' | 'invalid_client_metadata'

  constructor(code: RegistrationFault['code'], message: string) {
    super(message)
    this.code = code
  }
}

const MAX_REDIRECTS = 10
const MAX_VALUES = 50
const MAX_SCOPE_CHARS = 2_000
const GRANT_TYPES = ['authorization_code', 'refresh_token']

/**
 * Reads what a client says of itself (RFC 7591, 2). Fields of null count as absent, and unknown ones are ignored.
 * Throws RegistrationFault.
 */
export function readRegistration(fields: Fields, knownScopes: readonly string[]): Registration {
  assertCodes(listOf(fields, 'response_types'))
  return {
    redirectUris: readRedirectUris(fields['redirect_uris'] ?? undefined),
    name: clientNameOf(textOf(fields, 'client_name') ?? ''),
    method: readMethod(textOf(fields, 'token_endpoint_auth_method')),
    grantTypes: readGrantTypes(listOf(fields, 'grant_types')),
    scopes: readScopes(textOf(fields, 'scope'), knownScopes),
  }
}

/** Reads the redirect addresses of a client that registers or is made by hand. Throws RegistrationFault. */
export function readRedirectUris(sent: unknown): readonly string[] {
  if (!Array.isArray(sent) || sent.length === 0) {
    throw refusedUri(`redirect_uris is a list of 1 to ${MAX_REDIRECTS} addresses`)
  }
  if (sent.length > MAX_REDIRECTS) {
    throw refusedUri(`redirect_uris has more than ${MAX_REDIRECTS} addresses`)
  }
  return [...new Set(sent.map(readRedirectUri))]
}

function readRedirectUri(uri: unknown, at: number): string {
  const refused = typeof uri === 'string' ? refuseRedirectUri(uri) : 'it is no text'
  if (typeof uri === 'string' && refused === undefined) return uri
  throw refusedUri(`redirect_uris[${at}] cannot be used: ${refused}`)
}

const refusedUri = (message: string) => new RegistrationFault('invalid_redirect_uri', message)

function readMethod(sent = 'client_secret_basic'): RegisteredMethod {
  const method = REGISTERED_METHODS.find((known) => known === sent)
  if (method) return method
  const known = REGISTERED_METHODS.join(', ')
  throw invalid(
    `token_endpoint_auth_method is one of ${known}; a client with keys has a document as its id`,
  )
}

/**
 * Reads the grant types that a client asks for. Every grant can be refreshed, so a client that leaves out that type may
 * refresh all the same.
 */
function readGrantTypes(sent: readonly string[] = GRANT_TYPES): readonly string[] {
  const known = GRANT_TYPES.filter((type) => sent.includes(type))
  if (known.includes('authorization_code')) return known
  throw invalid(`grant_types has authorization_code, and may have ${GRANT_TYPES[1]}`)
}

function assertCodes(sent: readonly string[] = ['code']): void {
  if (!sent.includes('code')) throw invalid('response_types is a list with code')
}

function readScopes(
  sent: string | undefined,
  known: readonly string[],
): readonly string[] | undefined {
  if (sent === undefined) return undefined
  if (sent.length > MAX_SCOPE_CHARS) {
    throw invalid(`scope has more than ${MAX_SCOPE_CHARS} characters`)
  }
  const wanted = new Set(sent.split(' '))
  const found = known.filter((scope) => wanted.has(scope))
  return found.length === 0 ? undefined : found
}

type Fields = Readonly<Record<string, unknown>>

function textOf(fields: Fields, name: string): string | undefined {
  const value = fields[name] ?? undefined
  if (value === undefined || typeof value === 'string') return value
  throw invalid(`${name} is a text`)
}

function listOf(fields: Fields, name: string): readonly string[] | undefined {
  const value = fields[name] ?? undefined
  if (value === undefined) return undefined
  const isList = Array.isArray(value) && value.length > 0 && value.length <= MAX_VALUES
  if (isList && value.every((one): one is string => typeof one === 'string')) return value
  throw invalid(`${name} is a list of 1 to ${MAX_VALUES} texts`)
}

const invalid = (message: string) => new RegistrationFault('invalid_client_metadata', message)
