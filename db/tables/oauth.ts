/** A client that registered itself, or that the operator made. A client that is described by a document has no row. */
interface OauthClientTable {
  id: string
  /** The kind of the client: `registered` or `fixed`. */
  kind: string
  name: string | null
  /** JSON array of the addresses that people may be led back to. */
  redirect_uris: string
  /** The way in which the client proves itself: `none`, `client_secret_basic` or `client_secret_post`. */
  auth_method: string
  /** SHA-256 of the secret; the secret itself is never stored. */
  secret_hash: Buffer | null
  /**
   * A name of the network address that registered the client, from which the address cannot be recovered; null for a
   * client of the operator.
   */
  address: string | null
  created_at: number
  /** The time when a person first consented to the client; null before that. */
  used_at: number | null
}

/** A client's request to a signed-in person, until the person answers. */
interface OauthRequestTable {
  id: string
  session_id: string
  client_id: string
  client_name: string | null
  redirect_uri: string
  /** The whole canonical address that access is asked for. */
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
  /** The id of the grant, which is a row of `api_key`. */
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
  /** The kind of the token: `access` or `refresh`. */
  kind: string
  /** The id of the grant, which is a row of `api_key`. */
  key_id: string
  /** JSON array of the scopes that an access token is narrowed to; null for all scopes of its grant. */
  scopes: string | null
  expires_at: number
  /** The time when a refresh token was first redeemed for its successor; null before that. */
  replaced_at: number | null
}

/** An assertion by which a client proved itself, stored so that it is accepted once. */
interface OauthAssertionTable {
  /** SHA-256 of the client's id and the assertion's own id. */
  hash: Buffer
  /** The time from which on the assertion itself is refused, so that its row can be deleted. */
  expires_at: number
}

export interface OauthTables {
  oauth_client: OauthClientTable
  oauth_request: OauthRequestTable
  oauth_code: OauthCodeTable
  oauth_token: OauthTokenTable
  oauth_assertion: OauthAssertionTable
}
