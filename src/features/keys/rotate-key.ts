import * as z from 'zod'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { auditCall } from '../../kernel/door/audit.ts'
import { ServiceError } from '../../kernel/door/errors.ts'
import { PathId, OverlapHours } from '../../kernel/door/inputs.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { PLAN_LIMITS, type Plan } from '../../kernel/plan/plans.ts'
import { actorOf } from '../../kernel/door/principal.ts'
import { pluralize } from '../../lib/text/pluralize.ts'
import { HOUR_MS, iso, isoOrNull } from '../../lib/time/clock.ts'
import { assertPlanHasKeys, describeRow, mintRow } from './issue-key.ts'
import { ApiKey, showKey, statusOf, findKey } from './key.ts'
import { KeyExpiry, readExpiry } from './key-input.ts'

/**
 * POST /keys/:id/rotate: makes a key with the same rights, and lets the old one end after an overlap. As for a new key,
 * `key` of this one answer is the plaintext, which can never be read again.
 */
export const rotateKey = defineOperation({
  name: 'keys.rotate',
  summary:
    'Replace an API key by a new one with the same rights; the old one works on for an overlap',
  access: { by: 'session', role: 'admin' },
  http: { method: 'post', path: '/keys/:id/rotate', status: 201, revealsSecret: 'key' },
  input: z.strictObject({
    id: PathId,
    overlapHours: OverlapHours.describe('How long the old key works on; 0 ends it at once'),
    expiresAt: KeyExpiry.describe(
      'When the new key stops working; by default when the old one would have',
    ),
  }),
  output: ApiKey.extend({ key: z.string() }),
  rules: [({ app }, { expiresAt }) => readExpiry(expiresAt, app.now())],
  precheck: async ({ principal }) => assertPlanHasKeys(principal.plan),
  async handler(ctx, { id, overlapHours, expiresAt }) {
    const { app, db, principal } = ctx
    const { plan } = principal
    assertPlanHasKeys(plan)
    const now = app.now()
    const wanted = readExpiry(expiresAt, now)
    const actor = actorOf(principal)
    const issued = await db.transaction(async (trx) => {
      const old = await findRotatable(trx, id, now)
      await assertOverlapFits(trx, { plan, overlapHours, now })
      const { name, scopes, site_ids, allowed_ips } = old
      const expires_at = wanted ?? old.expires_at
      const rights = { name, scopes, site_ids, allowed_ips, expires_at, rotated_from: id }
      const made = mintRow(rights, { actor, now })
      const endsAt = Math.min(now + overlapHours * HOUR_MS, old.expires_at ?? Infinity)
      await trx.keys.insert(made.row).execute()
      await trx.keys.update(id).set({ rotated_at: now, expires_at: endsAt }).execute()
      await auditCall(ctx, trx, 'key.create', made.row.id, describeRow(made.row))
      await auditCall(ctx, trx, 'key.rotate', id, {
        newKeyId: made.row.id,
        before: { expiresAt: isoOrNull(old.expires_at) },
        after: { expiresAt: iso(endsAt) },
      })
      return made
    })
    return { ...(await showKey(db, issued.row, now)), key: issued.token }
  },
})

/**
 * Finds a key that can be replaced. Throws NOT_FOUND where there is no such key, and CONFLICT for a grant and for a key
 * that has ended or has been replaced.
 */
async function findRotatable(db: TenantDb, id: string, nowMs: number) {
  const row = await findKey(db, id)
  if (row.kind === 'oauth') {
    throw new ServiceError(
      'CONFLICT',
      'This is the grant of an assistant, which renews its tokens by itself: change it, or end it with DELETE',
    )
  }
  const status = statusOf(row, nowMs)
  if (status !== 'active') {
    throw new ServiceError('CONFLICT', `This key is ${status}: make a new one with POST /keys`)
  }
  if (row.rotated_at !== null) {
    throw new ServiceError('CONFLICT', 'Another key has replaced this one: rotate that one')
  }
  return row
}

/**
 * Throws where too many replaced keys still work: each key has requests of its own, so overlaps must not be a way to
 * have any number of keys.
 */
async function assertOverlapFits(
  db: TenantDb,
  { plan, overlapHours, now }: { plan: Plan; overlapHours: number; now: number },
): Promise<void> {
  const { maxKeys } = PLAN_LIMITS[plan]
  if (overlapHours === 0 || (await db.keys.countReplaced(now)) < maxKeys) return
  throw new ServiceError(
    'LIMIT_REACHED',
    `${pluralize(maxKeys, 'key')} that others replaced work still; revoke one, or rotate with overlapHours 0`,
  )
}
