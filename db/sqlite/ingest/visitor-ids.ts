import { createHmac, randomBytes } from 'node:crypto'
import { BoundedMap } from '../../../src/lib/cache/bounded-map.ts'
import type { SqliteConnection } from '../connect.ts'

const SALT_BYTES = 32
/**
 * The bytes of a visitor's id: 48 bits tell a million readers of a day apart; on one of five hundred such days two
 * readers share an id.
 */
const VISITOR_BYTES = 6
const SALT_LIFE_MS = 48 * 3_600_000
const MAX_CACHED = 10_000

interface Salt {
  salt: Buffer
  expiresAt: number
}

/**
 * Turns readers into ids of six bytes that mean nothing after two days: an HMAC under a random salt of the site's local
 * day. The salt of a day that takes live events is stored, so that a restart does not count all visitors twice; the
 * salt of a past day never is.
 */
export class VisitorIds {
  readonly #salts = new BoundedMap<string, Salt>(MAX_CACHED)
  readonly #find
  readonly #insert

  constructor(connection: SqliteConnection) {
    this.#find = connection.prepare<[number, number], { salt: Buffer; expires_at: number }>(
      'SELECT salt, expires_at FROM site_salt WHERE site_num = ? AND day = ?',
    )
    this.#insert = connection.prepare(
      'INSERT INTO site_salt (site_num, day, salt, expires_at) VALUES (?, ?, ?, ?)',
    )
  }

  /**
   * Returns the id of a reader on a day; `dayIsOpen` says whether the day still takes live events, or is one that
   * history is imported into.
   */
  idOf(
    siteNum: number,
    day: number,
    visitorKey: string,
    nowMs: number,
    dayIsOpen: boolean,
  ): Buffer {
    const salt = this.#saltOf(siteNum, day, nowMs, dayIsOpen)
    return createHmac('sha256', salt).update(visitorKey).digest().subarray(0, VISITOR_BYTES)
  }

  /** Empties the cache; has to be called after a rollback, since a salt in memory may never have been stored. */
  forget(): void {
    this.#salts.clear()
  }

  #saltOf(siteNum: number, day: number, nowMs: number, dayIsOpen: boolean): Buffer {
    const key = `${siteNum} ${day}`
    const known = this.#salts.get(key)
    if (known && known.expiresAt > nowMs) return known.salt
    const stored = this.#find.get(siteNum, day)
    const found =
      stored && stored.expires_at > nowMs
        ? { salt: stored.salt, expiresAt: stored.expires_at }
        : undefined
    const fresh = found ?? { salt: randomBytes(SALT_BYTES), expiresAt: nowMs + SALT_LIFE_MS }
    if (!stored && dayIsOpen) this.#insert.run(siteNum, day, fresh.salt, fresh.expiresAt)
    this.#salts.set(key, fresh)
    return fresh.salt
  }
}
