import type { SqliteConnection } from '../sqlite/connect.ts'
import type { Db } from '../tables/schema.ts'

export interface FoundKey {
  id: string
  org_id: string
  plan: string
  scopes: string
  expires_at: number | null
  revoked_at: number | null
}

export interface FoundSession {
  id: string
  org_id: string
  plan: string
  user_id: string
  role: string
  expires_at: number
  last_seen_at: number
}

/**
 * Credentials by the hash of their token, before any organization is known. For `auth` alone.
 * @NOTE the lookups have no org_id: they are what finds it.
 */
export class CredentialStore {
  readonly #db: Db
  readonly #findKey
  readonly #findSession

  constructor(db: Db, reader: SqliteConnection) {
    this.#db = db
    this.#findKey = reader.prepare<[Buffer], FoundKey>(
      'SELECT k.id, k.org_id, o.plan, k.scopes, k.expires_at, k.revoked_at FROM api_key AS k JOIN organization AS o ON o.id = k.org_id WHERE k.token_hash = ?',
    )
    this.#findSession = reader.prepare<[Buffer], FoundSession>(
      'SELECT s.id, s.org_id, o.plan, s.user_id, m.role, s.expires_at, s.last_seen_at FROM session AS s JOIN organization AS o ON o.id = s.org_id JOIN member AS m ON m.org_id = s.org_id AND m.user_id = s.user_id WHERE s.token_hash = ?',
    )
  }

  findKey(tokenHash: Buffer): FoundKey | undefined {
    return this.#findKey.get(tokenHash)
  }

  findSession(tokenHash: Buffer): FoundSession | undefined {
    return this.#findSession.get(tokenHash)
  }

  /** Writes down when credentials were last used; called now and then, never once a request. */
  async touch(uses: Uses): Promise<void> {
    if (uses.keys.size + uses.sessions.size === 0) return
    await this.#db.transaction().execute(async (trx) => {
      for (const [id, at] of uses.keys) {
        await trx.updateTable('api_key').set({ last_used_at: at }).where('id', '=', id).execute()
      }
      for (const [id, at] of uses.sessions) {
        await trx.updateTable('session').set({ last_seen_at: at }).where('id', '=', id).execute()
      }
    })
  }
}

/** When each credential was last used, by its id, in epoch milliseconds. */
export interface Uses {
  keys: ReadonlyMap<string, number>
  sessions: ReadonlyMap<string, number>
}
