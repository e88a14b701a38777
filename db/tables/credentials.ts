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
  /** The family of the client that signed in, such as `Firefox on Linux`. */
  agent: string | null
  /** An irreversible name of the address that signed in. */
  address: string | null
}

/** The token of a link that works once. */
interface OneTimeTokenTable {
  /** SHA-256 of the token; the token itself is never stored. */
  hash: Buffer
  purpose: string
  /** Whom or what it is for, such as the id of a user. */
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
  /** Such as `ctbk_AbCd…wXyZ`. */
  masked: string
  /** JSON array of the scopes as they were granted. */
  scopes: string
  created_by: string
  created_at: number
  last_used_at: number | null
  expires_at: number | null
  revoked_at: number | null
  /** JSON array of the ids of the sites that it is narrowed to; null for every site. */
  site_ids: string | null
  /** JSON array of the addresses and CIDR ranges that it may be used from; null for any. */
  allowed_ips: string | null
  /** The key that this one replaced. */
  rotated_from: string | null
  /** When another key replaced this one. */
  rotated_at: number | null
  /** When the key lost scopes because the role of its maker changed. Links that it signed before then open nothing. */
  narrowed_at: number | null
  /** `static` for a key that a person made, or `oauth` for a grant of a person to a client. */
  kind: Generated<string>
  /** The whole address that a grant is for, such as `https://host/mcp`; null of a key. */
  resource: Generated<string | null>
  /** The client of a grant: its id, the name that it gives itself, and the host that it was led back to. */
  client_id: Generated<string | null>
  client_name: Generated<string | null>
  client_host: Generated<string | null>
  /** 1 where readers' own words may be read, 0 where the person left them out. */
  words: Generated<number>
  /** JSON array of the scopes that the client asked for, even those that the person did not grant; null of a key. */
  asked: Generated<string | null>
  /** For a grant that ends when it is unused: the milliseconds until then; `expires_at` moves with each refresh. */
  idle_ms: Generated<number | null>
}

/** Append-only, and chained for each organization; triggers refuse changes. `insertAudit` alone adds to it. */
interface AuditEntryTable {
  org_id: string
  /** The place in the organization's chain, from 1 on and without gaps. */
  seq: number
  id: string
  actor_type: string
  actor_id: string
  action: string
  target_type: string
  target_id: string
  /** JSON object without secrets. */
  detail: string
  request_id: string | null
  at: number
  /** SHA-256 over the hash before and this entry. */
  hash: Buffer
}

/** Answers kept for 24 hours, so that a repeated POST has one effect. */
interface IdempotencyTable {
  org_id: string
  credential_id: string
  route: string
  idempotency_key: string
  /** SHA-256 of the body. */
  fingerprint: Buffer
  status: number
  /** JSON of the envelope's data, without secrets. */
  response: string
  created_at: number
}

/** A password that was tried and was not right. */
interface SignInGuessTable {
  num: Generated<number>
  /** The names of account and address are irreversible. */
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
