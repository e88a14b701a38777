/**
 * A client that asked to be registered, or that the operator made; a client that is described by a document has no row.
 */
interface OauthClientTable {
  id: string
  /** `registered` or `fixed`. */
  kind: string
  name: string | null
  /** JSON array. */
  redirect_uris: string
  /** `none`, `client_secret_basic` or `client_secret_post`. */
  auth_method: string
  /** SHA-256 of the secret; the secret itself is never stored. */
  secret_hash: Buffer | null
  /** An irreversible name of the address that registered it; null for one of the operator. */
  address: string | null
  created_at: number
  /** When a person first consented to it. */
  used_at: number | null
}

/** A client's request to a signed-in person, until the person answers. */
interface OauthRequestTable {
  id: string
  session_id: string
  client_id: string
  client_name: string | null
  redirect_uri: string
  /** The whole canonical address that is asked for. */
  resource: string
  /** JSON array of the scopes that are asked for, as far as the resource has them. */
  scopes: string
  challenge: string
  state: string | null
  created_at: number
  expires_at: number
}

/** A code that a client redeems once for its first pair of tokens. */
interface OauthCodeTable {
  /** SHA-256 of the code; the code itself is never stored. */
  hash: Buffer
  /** The grant, which is a row of `api_key`. */
  key_id: string
  client_id: string
  redirect_uri: string
  challenge: string
  expires_at: number
  used_at: number | null
}

interface OauthTokenTable {
  /** SHA-256 of the token; the token itself is never stored. */
  hash: Buffer
  /** `access` or `refresh`. */
  kind: string
  /** The grant, which is a row of `api_key`. */
  key_id: string
  /** JSON array of the scopes that an access token is narrowed to; null for all of its grant. */
  scopes: string | null
  expires_at: number
  /** When a refresh token was first redeemed for its successor. */
  replaced_at: number | null
}

/** An assertion by which a client proved itself; each is good once. */
interface OauthAssertionTable {
  /** SHA-256 of its client and its own id. */
  hash: Buffer
  /** From then on the assertion itself is refused. */
  expires_at: number
}

export interface OauthTables {
  oauth_client: OauthClientTable
  oauth_request: OauthRequestTable
  oauth_code: OauthCodeTable
  oauth_token: OauthTokenTable
  oauth_assertion: OauthAssertionTable
}
