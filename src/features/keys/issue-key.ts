import type { TenantDb } from '../../../db/tenant.ts'
import { audit } from '../../core/audit.ts'
import { ServiceError } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import { planRequired } from '../../core/plan-required.ts'
import { PLAN_LIMITS, type Plan } from '../../core/plans.ts'
import type { Actor } from '../../core/principal.ts'
import type { GrantableScope } from '../../core/scopes.ts'
import { hashToken, maskToken, mintToken } from '../../core/tokens.ts'

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

/**
 * Makes a key and its audit entry in one transaction; the token leaves here and is stored only as a hash.
 * Throws PLAN_REQUIRED below Pro and LIMIT_REACHED past the plan's number of keys.
 */
export async function issueKey(db: TenantDb, key: NewKey) {
  assertPlanHasKeys(key.plan)
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
  await db.transaction(async (trx) => {
    const { live } = await trx
      .apiKeys()
      .where('revoked_at', 'is', null)
      .select((eb) => eb.fn.countAll<number>().as('live'))
      .executeTakeFirstOrThrow()
    const { maxKeys } = PLAN_LIMITS[key.plan]
    if (live >= maxKeys) {
      throw new ServiceError('LIMIT_REACHED', `The plan has at most ${maxKeys} keys; revoke one`)
    }
    await trx.insertApiKey(row).execute()
    await audit(trx, {
      action: 'key.create',
      target: { type: 'key', id },
      actor: key.actor,
      detail: { name: key.name, scopes: key.scopes },
      requestId: key.requestId,
      at: key.now,
    })
  })
  return { row, token }
}
