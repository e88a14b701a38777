import type { CredentialStore, FoundKey, FoundSession } from '../../db/system/credentials.ts'
import { DAY_MS, MINUTE_MS, type Clock, type MonotonicClock } from '../lib/time/clock.ts'
import { ServiceError } from '../kernel/errors.ts'
import { planOf } from '../kernel/plans.ts'
import { ROLES, type Principal, type Role } from '../kernel/principal.ts'
import { expandScopes, type Scope } from '../kernel/scopes.ts'
import { hashToken, tokenFamily, type TokenFamily } from '../kernel/tokens.ts'

/** Which credentials each surface takes; every other one is refused before any SQL (contract 5.2). */
const FAMILIES_BY_SURFACE = {
  app: ['key', 'session'],
  mcp: ['key'],
} as const satisfies Record<string, readonly TokenFamily[]>

export type Surface = keyof typeof FAMILIES_BY_SURFACE

/** A session that was not used for so long has ended. */
export const SESSION_IDLE_MS = 7 * DAY_MS
const USE_GRANULARITY_MS = MINUTE_MS

/** Turns the Authorization header into a principal. Remembers uses and writes them down once a minute at most. */
export class Authenticator {
  readonly #credentials: CredentialStore
  readonly #now: Clock
  readonly #elapsed: MonotonicClock
  readonly #scopesByGrant = new Map<string, ReadonlySet<Scope>>()
  readonly #lastUse = new Map<string, Use>()
  #keyUses = new Map<string, number>()
  #sessionUses = new Map<string, number>()

  constructor(credentials: CredentialStore, now: Clock, elapsed: MonotonicClock) {
    this.#credentials = credentials
    this.#now = now
    this.#elapsed = elapsed
  }

  /**
   * Anonymous without a header. Throws INVALID_CREDENTIAL for a token that is malformed, unknown, revoked, expired
   * or of another surface: one answer for all, so that it tells nothing.
   */
  authenticate(surface: Surface, authorization: string | undefined): Principal {
    if (authorization === undefined) return { kind: 'anonymous' }
    const token = /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? ''
    const family = tokenFamily(token)
    const taken: readonly TokenFamily[] = FAMILIES_BY_SURFACE[surface]
    if (family === undefined || !taken.includes(family)) throw invalidCredential()
    return family === 'key' ? this.#keyPrincipal(token) : this.#sessionPrincipal(token)
  }

  /** Writes down the uses since the last call. */
  async flushUses(): Promise<void> {
    const uses = { keys: this.#keyUses, sessions: this.#sessionUses }
    this.#keyUses = new Map()
    this.#sessionUses = new Map()
    await this.#credentials.touch(uses)
  }

  #keyPrincipal(token: string): Principal {
    const key = this.#credentials.findKey(hashToken(token))
    if (!key || !this.#isLive(key)) throw invalidCredential()
    this.#noteUse(this.#keyUses, key.id)
    return {
      kind: 'key',
      keyId: key.id,
      orgId: key.org_id,
      plan: planOf(key.plan),
      scopes: this.#scopesOf(key.scopes),
    }
  }

  #sessionPrincipal(token: string): Principal {
    const session = this.#credentials.findSession(hashToken(token))
    if (!session || this.#hasEnded(session)) throw invalidCredential()
    this.#noteUse(this.#sessionUses, session.id)
    return {
      kind: 'session',
      sessionId: session.id,
      userId: session.user_id,
      orgId: session.org_id,
      plan: planOf(session.plan),
      role: roleOf(session.role),
    }
  }

  #isLive({ revoked_at, expires_at }: FoundKey): boolean {
    return revoked_at === null && (expires_at === null || expires_at > this.#now())
  }

  #hasEnded({ id, expires_at, last_seen_at }: FoundSession): boolean {
    const now = this.#now()
    const seenAt = Math.max(last_seen_at, this.#lastUse.get(id)?.atMs ?? 0)
    return expires_at <= now || seenAt + SESSION_IDLE_MS <= now
  }

  #scopesOf(grant: string): ReadonlySet<Scope> {
    const known = this.#scopesByGrant.get(grant)
    if (known) return known
    // @NOTE the column is written by us alone, as JSON of a checked list.
    const scopes = expandScopes(JSON.parse(grant) as string[])
    if (this.#scopesByGrant.size >= 1_000) this.#scopesByGrant.clear()
    this.#scopesByGrant.set(grant, scopes)
    return scopes
  }

  #noteUse(uses: Map<string, number>, id: string): void {
    const elapsedMs = this.#elapsed()
    const last = this.#lastUse.get(id)
    if (last && elapsedMs - last.elapsedMs < USE_GRANULARITY_MS) return
    if (this.#lastUse.size >= 10_000) this.#lastUse.clear()
    const atMs = this.#now()
    this.#lastUse.set(id, { atMs, elapsedMs })
    uses.set(id, atMs)
  }
}

/** When a credential was used, by the clock and by what had elapsed. */
interface Use {
  atMs: number
  elapsedMs: number
}

const roleOf = (value: string): Role => ROLES.find((role) => role === value) ?? 'viewer'

function invalidCredential(): ServiceError {
  return new ServiceError('INVALID_CREDENTIAL', 'This credential is not valid here')
}
