import { AUTH_METHODS, SIGNING_ALGORITHMS } from './oauth-client.ts'

export const AUTHORIZATION_SERVER = '/.well-known/oauth-authorization-server'
export const PROTECTED_RESOURCE = '/.well-known/oauth-protected-resource'

/**
 * The scope with which a client asks to stay connected (OpenID Connect Core, 11); it is accepted, but a refresh does
 * not need it here.
 */
const STAY_CONNECTED = 'offline_access'

/**
 * Makes the metadata of the authorization server (RFC 8414). The issuer has no slash at its end, since clients compare
 * it as text. Only read scopes are listed, since claude.ai asks for every scope that is.
 */
export const authorizationServer = (origin: string, scopes: readonly string[]) => ({
  issuer: origin,
  authorization_endpoint: `${origin}/authorize`,
  token_endpoint: `${origin}/token`,
  registration_endpoint: `${origin}/register`,
  revocation_endpoint: `${origin}/revoke`,
  scopes_supported: [...scopes, STAY_CONNECTED],
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: AUTH_METHODS,
  token_endpoint_auth_signing_alg_values_supported: SIGNING_ALGORITHMS,
  revocation_endpoint_auth_methods_supported: AUTH_METHODS,
  revocation_endpoint_auth_signing_alg_values_supported: SIGNING_ALGORITHMS,
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
})

/** Makes the metadata of one address of MCP (RFC 9728). */
export const protectedResource = (
  resource: string,
  { origin, scopes }: { origin: string; scopes: readonly string[] },
) => ({
  resource,
  authorization_servers: [origin],
  scopes_supported: scopes,
  bearer_methods_supported: ['header'],
})
