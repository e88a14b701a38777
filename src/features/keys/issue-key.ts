import type { OwnRow } from '../../../db/tenant/tenant-store.ts'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { assertOwnSites } from '../sites/face.ts'
import { audit } from '../../kernel/door/audit.ts'
import { iso } from '../../lib/time/clock.ts'
import { pluralize } from '../../lib/text/pluralize.ts'
import { ServiceError } from '../../kernel/door/errors.ts'
import { newId } from '../../domain/ids.ts'
import { assertPlanReaches, type Plan, PLAN_LIMITS } from '../../kernel/plan/plans.ts'
import type { Actor } from '../../kernel/door/principal.ts'
import type { GrantableScope } from '../../kernel/door/scopes.ts'
import { listIn } from './key.ts'
import { hashToken, maskToken, mintToken } from '../../kernel/credentials/tokens.ts'

interface NewKey {
  name: string
  scopes: readonly GrantableScope[]
  expiresAt: number | null
  /** The ids of the sites that the key is narrowed to; undefined for every site. */
  siteIds?: readonly string[] | undefined
  /** The IP addresses and ranges that the key may be used from; undefined for any. */
  allowedIps?: readonly string[] | undefined
  plan: Plan
  actor: Actor
  requestId: string | null
  now: number
}

/** Throws PLAN_REQUIRED on a plan without keys. */
export const assertPlanHasKeys = (plan: Plan): void =>
  assertPlanReaches(plan, 'API keys', ({ apiKeys }) => apiKeys)

/** A new key with its token, which leaves the service in one answer; only its hash is stored. */
type IssuedKey = ReturnType<typeof mintKey>

/** Makes one key; throws as `issueKeys` does. */
export async function issueKey(db: TenantDb, key: NewKey): Promise<IssuedKey> {
  const issued = mintKey(key)
  await storeKeys(db, key, [issued])
  return issued
}

/**
 * Makes keys with their audit entries in one transaction, all or none, since a stored key whose token was never
 * answered would be of no use. Throws PLAN_REQUIRED below Pro, LIMIT_REACHED past the plan's number of keys, and
 * NOT_FOUND for a site that the organization does not have.
 */
export async function issueKeys(db: TenantDb, key: NewKey, count: number): Promise<IssuedKey[]> {
  const issued = Array.from({ length: count }, () => mintKey(key))
  await storeKeys(db, key, issued)
  return issued
}

function mintKey(key: NewKey) {
  const row = {
    name: key.name,
    scopes: JSON.stringify(key.scopes),
    expires_at: key.expiresAt,
    site_ids: listOrNull(key.siteIds),
    allowed_ips: listOrNull(key.allowedIps),
    rotated_from: null,
  }
  return mintRow(row, key)
}

/** Makes the token and the row of a key with the given rights. */
export function mintRow(rights: Rights, { actor, now }: Pick<NewKey, 'actor' | 'now'>) {
  const token = mintToken('key')
  const row = {
    ...rights,
    id: newId('key', now),
    token_hash: hashToken(token),
    masked: maskToken(token),
    created_by: actor.id,
    created_at: now,
    last_used_at: null,
    revoked_at: null,
    rotated_at: null,
    narrowed_at: null,
    ...NO_GRANT,
  }
  return { row, token }
}

/** The columns of a key that only a grant of OAuth uses. */
const NO_GRANT = {
  kind: 'static',
  resource: null,
  client_id: null,
  client_name: null,
  client_host: null,
  words: 1,
  asked: null,
  idle_ms: null,
}

const listOrNull = (list: readonly string[] | undefined): string | null =>
  list === undefined ? null : JSON.stringify([...new Set(list)])

async function storeKeys(db: TenantDb, key: NewKey, issued: readonly IssuedKey[]): Promise<void> {
  assertPlanHasKeys(key.plan)
  await db.transaction(async (trx) => {
    await assertOwnSites(trx, key.siteIds ?? [])
    const live = await trx.keys.countLive(key.now)
    const wanted = issued.length
    if (live + wanted > PLAN_LIMITS[key.plan].maxKeys) throw noRoom(key.plan, live, wanted)
    for (const { row } of issued) {
      await trx.keys.insert(row).execute()
      await audit(trx, {
        action: 'key.create',
        target: { type: 'key', id: row.id },
        actor: key.actor,
        detail: describeRow(row),
        requestId: key.requestId,
        at: key.now,
      })
    }
  })
}

type Rights = Pick<
  OwnRow<'api_key'>,
  'name' | 'scopes' | 'site_ids' | 'allowed_ips' | 'expires_at' | 'rotated_from'
>

/** Returns the rights of a key in the form that the audit log has. */
export const describeRow = (row: Rights) => ({
  name: row.name,
  scopes: listIn(row.scopes),
  ...(row.site_ids !== null && { siteIds: listIn(row.site_ids) }),
  ...(row.allowed_ips !== null && { allowedIps: listIn(row.allowed_ips) }),
  ...(row.expires_at !== null && { expiresAt: iso(row.expires_at) }),
  ...(row.rotated_from !== null && { rotatedFrom: row.rotated_from }),
})

function noRoom(plan: Plan, live: number, wanted: number): ServiceError {
  const { maxKeys } = PLAN_LIMITS[plan]
  const room = Math.max(0, maxKeys - live)
  const are = live === 1 ? 'is' : 'are'
  const rest =
    wanted === 1
      ? '; revoke one'
      : `, so ${room} more ${room === 1 ? 'fits' : 'fit'}, not ${wanted}; revoke some, or make fewer`
  return new ServiceError(
    'LIMIT_REACHED',
    `The plan ${plan} has at most ${pluralize(maxKeys, 'key')}, and there ${are} ${live}${rest}`,
  )
}
