import type { Db } from '../tables/schema.ts'

/** The columns of an organization that say which plan it has. */
export interface PlanColumns {
  plan: string
  plan_status: string
  plan_until: number | null
  /** The plan that the operator gave to an organization that pays, and the end of that plan. */
  given_plan?: string | null
  given_until?: number | null
}

export interface FoundKey extends PlanColumns {
  id: string
  org_id: string
  scopes: string
  expires_at: number | null
  revoked_at: number | null
  site_ids: string | null
  allowed_ips: string | null
  narrowed_at: number | null
}

/** A grant, as it is found by one of its access tokens. */
export interface FoundGrant extends FoundKey {
  resource: string
  /** JSON array of the scopes that the client asked for. */
  asked: string
  /** 1 where readers' own words may be read by the grant, else 0. */
  words: number
  /** JSON array of the scopes that the token is narrowed to; null for all scopes of the grant. */
  token_scopes: string | null
  token_expires_at: number
}

export interface FoundSession extends PlanColumns {
  id: string
  org_id: string
  user_id: string
  role: string
  expires_at: number
  last_seen_at: number
}

/** The times when credentials were last used, by their ids, in epoch milliseconds. */
export interface LastUses {
  keys: ReadonlyMap<string, number>
  sessions: ReadonlyMap<string, number>
}

/**
 * The port that finds credentials by the hash of their token, before any organization is known; `auth` alone uses it. A
 * credential in memory is returned at once, others as a promise. A revoked credential is never found live again in the
 * process that revoked it.
 * @NOTE the lookups have no org_id: they are what finds it.
 */
export interface CredentialStore {
  findKey(tokenHash: Buffer): FoundKey | undefined | Promise<FoundKey | undefined>
  /**
   * Finds a key by its id, for a signature that was made with the key, when its token is not at hand; undefined for an
   * unknown id.
   */
  findKeyById(id: string): FoundKey | undefined | Promise<FoundKey | undefined>
  /** Finds a grant by the hash of an access token; undefined for an unknown token. */
  findGrant(tokenHash: Buffer): FoundGrant | undefined | Promise<FoundGrant | undefined>
  findSession(tokenHash: Buffer): FoundSession | undefined | Promise<FoundSession | undefined>
  /** Stores the times when credentials were last used; called now and then, not with each request. */
  touch(uses: LastUses): Promise<void>
}

/** Stores the times when credentials were last used, as `CredentialStore.touch` of every engine. */
export async function touchCredentials(db: Db, uses: LastUses): Promise<void> {
  if (uses.keys.size + uses.sessions.size === 0) return
  await db.transaction().execute(async (trx) => {
    for (const [id, at] of uses.keys) {
      await trx.updateTable('api_key').set({ last_used_at: at }).where('id', '=', id).execute()
    }
    for (const [id, at] of uses.sessions) {
      await trx.updateTable('session').set({ last_seen_at: at }).where('id', '=', id).execute()
    }
  })
}
