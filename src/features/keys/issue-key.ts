import type { TenantDb } from '../../../db/tenant.ts'
import { audit } from '../../kernel/audit.ts'
import { pluralize } from '../../lib/text/pluralize.ts'
import { ServiceError } from '../../kernel/errors.ts'
import { newId } from '../../domain/ids.ts'
import { planRequired } from '../../kernel/plan-required.ts'
import { PLAN_LIMITS, type Plan } from '../../kernel/plans.ts'
import type { Actor } from '../../kernel/principal.ts'
import type { GrantableScope } from '../../kernel/scopes.ts'
import { hashToken, maskToken, mintToken } from '../../kernel/tokens.ts'

interface NewKey {
  name: string
  scopes: readonly GrantableScope[]
  expiresAt: number | null
  plan: Plan
  actor: Actor
  requestId: string | null
  now: number
}

/** Throws PLAN_REQUIRED on a plan without keys. */
export function assertPlanHasKeys(plan: Plan): void {
  if (!PLAN_LIMITS[plan].apiKeys) throw planRequired('API keys', ({ apiKeys }) => apiKeys)
}

/** A key as it leaves the service once; only a hash of the token is stored. */
type IssuedKey = ReturnType<typeof mintKey>

/** Makes one key as `issueKeys` does. */
export async function issueKey(db: TenantDb, key: NewKey): Promise<IssuedKey> {
  const issued = mintKey(key)
  await storeKeys(db, key, [issued])
  return issued
}

/**
 * Makes keys with their audit entries in one transaction, all or none, since a stored key that was not answered would
 * be of no use. Throws PLAN_REQUIRED below Pro and LIMIT_REACHED past the plan's number of keys.
 */
export async function issueKeys(db: TenantDb, key: NewKey, count: number): Promise<IssuedKey[]> {
  const issued = Array.from({ length: count }, () => mintKey(key))
  await storeKeys(db, key, issued)
  return issued
}

function mintKey(key: NewKey) {
  const token = mintToken('key')
  const id = newId('key', key.now)
  const row = {
    id,
    name: key.name,
    token_hash: hashToken(token),
    masked: maskToken(token),
    scopes: JSON.stringify(key.scopes),
    created_by: key.actor.id,
    created_at: key.now,
    last_used_at: null,
    expires_at: key.expiresAt,
    revoked_at: null,
  }
  return { row, token }
}

async function storeKeys(db: TenantDb, key: NewKey, issued: readonly IssuedKey[]): Promise<void> {
  assertPlanHasKeys(key.plan)
  await db.transaction(async (trx) => {
    const { live } = await trx.keys
      .query()
      .where('revoked_at', 'is', null)
      .select((eb) => eb.fn.countAll<number>().as('live'))
      .executeTakeFirstOrThrow()
    const wanted = issued.length
    if (live + wanted > PLAN_LIMITS[key.plan].maxKeys) throw noRoom(key.plan, live, wanted)
    for (const { row } of issued) {
      await trx.keys.insert(row).execute()
      await audit(trx, {
        action: 'key.create',
        target: { type: 'key', id: row.id },
        actor: key.actor,
        detail: { name: key.name, scopes: key.scopes },
        requestId: key.requestId,
        at: key.now,
      })
    }
  })
}

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
