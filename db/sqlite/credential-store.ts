import {
  touchCredentials,
  type CredentialStore,
  type FoundGrant,
  type FoundKey,
  type FoundSession,
  type LastUses,
} from '../system/credentials.ts'
import type { Db } from '../tables/schema.ts'
import type { SqliteConnection } from './connect.ts'
import type { TranslateError } from './driver.ts'

const KEY =
  'k.id, k.org_id, o.plan, o.plan_status, o.plan_until, o.given_plan, o.given_until, k.scopes, k.expires_at, k.revoked_at, k.site_ids, k.allowed_ips, k.narrowed_at'
const KEYS = `SELECT ${KEY} FROM api_key AS k JOIN organization AS o ON o.id = k.org_id`

/**
 * A store that finds credentials in the file, synchronously and without a cache: a look-up costs a few microseconds,
 * and a key that another process revokes stops working with that commit.
 */
export class SqliteCredentialStore implements CredentialStore {
  readonly #db: Db
  readonly #translate: TranslateError
  readonly #findKey
  readonly #findKeyById
  readonly #findGrant
  readonly #findSession

  constructor(db: Db, reader: SqliteConnection, translate: TranslateError) {
    this.#db = db
    this.#translate = translate
    this.#findKey = reader.prepare<[Buffer], FoundKey>(`${KEYS} WHERE k.token_hash = ?`)
    this.#findKeyById = reader.prepare<[string], FoundKey>(`${KEYS} WHERE k.id = ?`)
    this.#findGrant = reader.prepare<[Buffer], FoundGrant>(
      `SELECT ${KEY}, k.resource, k.asked, k.words, t.scopes AS token_scopes, t.expires_at AS token_expires_at FROM oauth_token AS t JOIN api_key AS k ON k.id = t.key_id JOIN organization AS o ON o.id = k.org_id WHERE t.hash = ? AND t.kind = 'access'`,
    )
    this.#findSession = reader.prepare<[Buffer], FoundSession>(
      'SELECT s.id, s.org_id, o.plan, o.plan_status, o.plan_until, o.given_plan, o.given_until, s.user_id, m.role, s.expires_at, s.last_seen_at FROM session AS s JOIN organization AS o ON o.id = s.org_id JOIN member AS m ON m.org_id = s.org_id AND m.user_id = s.user_id WHERE s.token_hash = ?',
    )
  }

  findKey(tokenHash: Buffer): FoundKey | undefined {
    return this.#found(() => this.#findKey.get(tokenHash))
  }

  findKeyById(id: string): FoundKey | undefined {
    return this.#found(() => this.#findKeyById.get(id))
  }

  findGrant(tokenHash: Buffer): FoundGrant | undefined {
    return this.#found(() => this.#findGrant.get(tokenHash))
  }

  findSession(tokenHash: Buffer): FoundSession | undefined {
    return this.#found(() => this.#findSession.get(tokenHash))
  }

  #found<T>(find: () => T): T {
    try {
      return find()
    } catch (error) {
      throw this.#translate(error)
    }
  }

  touch(uses: LastUses): Promise<void> {
    return touchCredentials(this.#db, uses)
  }
}
