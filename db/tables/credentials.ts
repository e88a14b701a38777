import type { Generated } from 'kysely'

interface SessionTable {
  id: string
  /** SHA-256 of the token; the token itself is never stored. */
  token_hash: Buffer
  user_id: string
  org_id: string
  created_at: number
  last_seen_at: number
  expires_at: number
  /** The family of the client that signed in, such as `Firefox on Linux`; null where it is unknown. */
  agent: string | null
  /** A name of the network address that signed in, from which the address cannot be recovered. */
  address: string | null
}

/** The token of a link that works once. */
interface OneTimeTokenTable {
  /** SHA-256 of the token; the token itself is never stored. */
  hash: Buffer
  purpose: string
  /** The id of the subject that the link is for, such as that of a user. */
  subject: string
  org_id: string | null
  created_at: number
  expires_at: number
  used_at: number | null
}

interface ApiKeyTable {
  id: string
  org_id: string
  name: string
  token_hash: Buffer
  /** The key with most letters left out, such as `ctbk_AbCd…wXyZ`. */
  masked: string
  /** JSON array of the scopes that were granted. */
  scopes: string
  created_by: string
  created_at: number
  last_used_at: number | null
  expires_at: number | null
  revoked_at: number | null
  /** JSON array of the ids of the sites that the key is narrowed to; null for every site. */
  site_ids: string | null
  /** JSON array of the addresses and CIDR ranges that the key may be used from; null for any. */
  allowed_ips: string | null
  /** The id of the key that this one replaced; null for none. */
  rotated_from: string | null
  /** The time when another key replaced this one; null while none has. */
  rotated_at: number | null
  /**
   * The time when the key lost scopes because the role of its maker changed. Links that it signed before then open
   * nothing.
   */
  narrowed_at: number | null
  /** `static` for a key that a person made, or `oauth` for a grant of a person to a client. */
  kind: Generated<string>
  /** The whole address that a grant is for, such as `https://host/mcp`; null for a key. */
  resource: Generated<string | null>
  /** The client of a grant: its id, the name that it gives itself, and the host that it was led back to. */
  client_id: Generated<string | null>
  client_name: Generated<string | null>
  client_host: Generated<string | null>
  /** 1 where readers' own words may be read, 0 where the person left that out. */
  words: Generated<number>
  /** JSON array of the scopes that the client asked for, with those that the person did not grant; null for a key. */
  asked: Generated<string | null>
  /**
   * The milliseconds after which a grant ends when it is unused; each refresh moves `expires_at`. Null for one that
   * does not end so.
   */
  idle_ms: Generated<number | null>
}

/**
 * An entry of the audit log, which is append-only, and chained for each organization; triggers refuse changes, and
 * `insertAudit` alone adds entries.
 */
interface AuditEntryTable {
  org_id: string
  /** The place of the entry in the organization's chain, from 1 on and without gaps. */
  seq: number
  id: string
  actor_type: string
  actor_id: string
  action: string
  target_type: string
  target_id: string
  /** JSON object of the details of the action, without secrets. */
  detail: string
  request_id: string | null
  at: number
  /** SHA-256 over the hash of the entry before and over this entry. */
  hash: Buffer
}

/** The answer to a request with an `Idempotency-Key`, kept for 24 hours, so that a repeated POST has one effect. */
interface IdempotencyTable {
  org_id: string
  credential_id: string
  route: string
  idempotency_key: string
  /** SHA-256 of the request's body. */
  fingerprint: Buffer
  status: number
  /** JSON of the data in the answer's envelope, without secrets. */
  response: string
  created_at: number
}

/** A password that was tried and not, or not yet, found right. */
interface SignInGuessTable {
  num: Generated<number>
  /** The account and the address of the guess, each as a name from which neither can be recovered. */
  account: string
  address: string
  at: number
}

export interface CredentialTables {
  session: SessionTable
  one_time_token: OneTimeTokenTable
  api_key: ApiKeyTable
  audit_entry: AuditEntryTable
  idempotency: IdempotencyTable
  sign_in_guess: SignInGuessTable
}
