import type { TenantDb } from '../../../db/tenant.ts'
import { audit } from '../../kernel/audit.ts'
import type { OrgContext } from '../../kernel/operation.ts'
import { actorOf } from '../../kernel/principal.ts'

/** Revokes the keys that somebody made, since they alone were shown them; answers how many. */
export async function revokeKeysOf(
  { app, caller, principal }: OrgContext,
  trx: TenantDb,
  userId: string,
): Promise<number> {
  const at = app.now()
  const live = await trx.keys
    .query()
    .select('id')
    .where('created_by', '=', userId)
    .where('revoked_at', 'is', null)
    .execute()
  for (const { id } of live) {
    await trx.keys.update(id).set({ revoked_at: at }).execute()
    await audit(trx, {
      action: 'key.revoke',
      target: { type: 'key', id },
      actor: actorOf(principal),
      detail: { because: 'member.remove' },
      requestId: caller.requestId,
      at,
    })
  }
  return live.length
}
