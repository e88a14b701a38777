import type {
  CredentialStore,
  FoundGrant,
  FoundKey,
  FoundSession,
} from '../../db/system/credentials.ts'
import { BoundedMap } from '../lib/cache/bounded-map.ts'
import { DAY_MS, MINUTE_MS, type Clock, type MonotonicClock } from '../lib/time/clock.ts'
import { ServiceError } from '../kernel/door/errors.ts'
import { grantedPlan } from '../kernel/plan/granted-plan.ts'
import { deadLink, type LinkGrant } from '../kernel/credentials/link-signer.ts'
import { roleOf, type LinkPrincipal, type Principal } from '../kernel/door/principal.ts'
import { expandScopes, type Scope } from '../kernel/door/scopes.ts'
import { SURFACES, type Surface, type SurfaceCredential } from '../kernel/door/surface.ts'
import { parseNetworkList, type NetworkList } from '../lib/web/network-list.ts'
import { explainCredential, explainEnded } from '../kernel/credentials/explain-credential.ts'
import { hashToken, tokenFamily } from '../kernel/credentials/tokens.ts'

/** The time without use after which a session has ended. */
export const SESSION_IDLE_MS = 7 * DAY_MS
const USE_GRANULARITY_MS = MINUTE_MS

/** Turns the Authorization header into a principal. Remembers uses and writes them down once a minute at most. */
export class Authenticator {
  readonly #credentials: CredentialStore
  readonly #now: Clock
  readonly #elapsed: MonotonicClock
  readonly #scopesByGrant = new BoundedMap<string, ReadonlySet<Scope>>(1_000)
  readonly #sitesByGrant = new BoundedMap<string, ReadonlySet<string>>(1_000)
  readonly #networksByGrant = new BoundedMap<string, NetworkList>(1_000)
  readonly #lastUse = new BoundedMap<string, Use>(10_000)
  #keyUses = new Map<string, number>()
  #sessionUses = new Map<string, number>()

  constructor(credentials: CredentialStore, now: Clock, elapsed: MonotonicClock) {
    this.#credentials = credentials
    this.#now = now
    this.#elapsed = elapsed
  }

  /**
   * Returns the caller; anonymous without a header. Rejects with INVALID_CREDENTIAL for a token that is malformed,
   * unknown, revoked, expired or of another surface. The message describes the text by its form only. All well-formed
   * tokens that are not let in get one answer, which reveals nothing of what is stored. Rejects with IP_NOT_ALLOWED for
   * a key that may not be used from this address. An access token opens the `place` that it was granted for, a whole
   * address, and the addresses of sites below it.
   */
  async authenticate(
    surface: Surface,
    authorization: string | undefined,
    address: string,
    place = '',
  ): Promise<Principal> {
    if (authorization === undefined) return { kind: 'anonymous' }
    const token = /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? ''
    const family = tokenFamily(token)
    const taken: readonly SurfaceCredential[] = SURFACES[surface].credentials
    const known = taken.find((one) => one === family)
    if (known === undefined) throw invalidCredential(explainCredential(authorization, taken))
    return this.#principalOf(known, token, { address, place })
  }

  /**
   * Finds the caller of a token by its family. Each family that a surface takes needs a case here, or this does not
   * compile.
   */
  #principalOf(
    family: SurfaceCredential,
    token: string,
    { address, place }: { address: string; place: string },
  ): Promise<Principal> {
    switch (family) {
      case 'key':
        return this.#keyPrincipal(token, address)
      case 'oauthAccess':
        return this.#grantPrincipal(token, place)
      case 'session':
        return this.#sessionPrincipal(token)
    }
  }

  /**
   * Rejects with INVALID_CREDENTIAL where the key of a link has ended, and with IP_NOT_ALLOWED where the key may not be
   * used from the address: a link opens only where its key does.
   */
  async ofLink(grant: LinkGrant, address: string): Promise<LinkPrincipal> {
    const key = await this.#credentials.findKeyById(grant.keyId)
    if (!key || !this.#isLive(key) || hasOutlived(grant, key)) throw deadLink()
    this.#assertAddress(key, address)
    return { kind: 'link', ...this.#rightsOf(key), grant }
  }

  /** Writes down the uses since the last call. */
  async flushUses(): Promise<void> {
    const uses = { keys: this.#keyUses, sessions: this.#sessionUses }
    this.#keyUses = new Map()
    this.#sessionUses = new Map()
    await this.#credentials.touch(uses)
  }

  async #keyPrincipal(token: string, address: string): Promise<Principal> {
    const key = await this.#credentials.findKey(hashToken(token))
    if (!key || !this.#isLive(key)) throw invalidCredential(explainEnded('key'))
    this.#assertAddress(key, address)
    return { kind: 'key', ...this.#rightsOf(key) }
  }

  async #grantPrincipal(token: string, place: string): Promise<Principal> {
    const found = await this.#credentials.findGrant(hashToken(token))
    if (!found || !this.#isLive(found) || found.token_expires_at <= this.#now()) {
      throw invalidCredential(explainEnded('oauthAccess'))
    }
    if (place !== found.resource && !place.startsWith(`${found.resource}/s/`)) {
      throw invalidCredential('This access token was granted for another address')
    }
    return { kind: 'key', ...this.#rightsOf(found), ...this.#grantedTo(found) }
  }

  /**
   * Returns the scopes of a grant, or only those of a token that was narrowed, and the choices of the person who
   * granted.
   */
  #grantedTo(found: FoundGrant) {
    const { scopes: granted, token_scopes: narrowed, asked, resource, words } = found
    const scopes = this.#scopesOf(granted)
    const held = narrowed === null ? scopes : this.#scopesOf(narrowed)
    const rest = held === scopes ? scopes : new Set([...scopes].filter((scope) => held.has(scope)))
    return {
      scopes: rest,
      consent: { resource, asked: this.#scopesOf(asked), mayReadWords: words === 1 },
    }
  }

  /** Returns the rights of a key, and notes that it was used. */
  #rightsOf(key: FoundKey) {
    this.#noteUse(this.#keyUses, key.id)
    return {
      keyId: key.id,
      orgId: key.org_id,
      plan: grantedPlan(key, this.#now()),
      scopes: this.#scopesOf(key.scopes),
      siteIds: key.site_ids === null ? undefined : this.#sitesOf(key.site_ids),
    }
  }

  /**
   * Throws IP_NOT_ALLOWED for a key that may not be used from the address. It runs before the use is noted, since a
   * refused use does not count.
   */
  #assertAddress({ allowed_ips }: FoundKey, address: string): void {
    if (allowed_ips === null || this.#networksOf(allowed_ips).includes(address)) return
    throw new ServiceError(
      'IP_NOT_ALLOWED',
      'This key may not be used from this address; its allowedIps say from where it may',
    )
  }

  async #sessionPrincipal(token: string): Promise<Principal> {
    const session = await this.#credentials.findSession(hashToken(token))
    if (!session || this.#hasEnded(session)) throw invalidCredential(explainEnded('session'))
    this.#noteUse(this.#sessionUses, session.id)
    return {
      kind: 'session',
      sessionId: session.id,
      userId: session.user_id,
      orgId: session.org_id,
      plan: grantedPlan(session, this.#now()),
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
    // @NOTE the column is written by us alone, as JSON of a checked list.
    return this.#scopesByGrant.getOrMake(grant, () => expandScopes(JSON.parse(grant) as string[]))
  }

  #sitesOf(grant: string): ReadonlySet<string> {
    // @NOTE the column is written by us alone, as JSON of ids that were found.
    return this.#sitesByGrant.getOrMake(grant, () => new Set(JSON.parse(grant) as string[]))
  }

  #networksOf(grant: string): NetworkList {
    // @NOTE the column is written by us alone, as JSON of networks that were parsed.
    return this.#networksByGrant.getOrMake(grant, () =>
      parseNetworkList('allowedIps', JSON.parse(grant) as string[]),
    )
  }

  #noteUse(uses: Map<string, number>, id: string): void {
    const elapsedMs = this.#elapsed()
    const last = this.#lastUse.get(id)
    if (last && elapsedMs - last.elapsedMs < USE_GRANULARITY_MS) return
    const atMs = this.#now()
    this.#lastUse.set(id, { atMs, elapsedMs })
    uses.set(id, atMs)
  }
}

/** True for a link that was made before its key was narrowed, and so might show more than the key may now. */
const hasOutlived = ({ madeAt }: LinkGrant, { narrowed_at }: FoundKey): boolean =>
  narrowed_at !== null && madeAt <= narrowed_at

/** The time of a use of a credential, by the clock and as elapsed time. */
interface Use {
  atMs: number
  elapsedMs: number
}

const invalidCredential = (message: string): ServiceError =>
  new ServiceError('INVALID_CREDENTIAL', message)
