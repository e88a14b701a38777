import type { TenantDb } from '../../../db/tenant.ts'
import { audit } from '../../kernel/audit.ts'
import type { OrgContext } from '../../kernel/operation.ts'
import { actorOf } from '../../kernel/principal.ts'

/**
 * Ends the invitations that somebody made: they know the links, which would let them in again under another address, with
 * the role that they had.
 */
export async function withdrawInvitations(
  { app, caller, principal }: OrgContext,
  trx: TenantDb,
  userId: string,
): Promise<void> {
  const at = app.now()
  const made = await trx.invitations
    .pending(at)
    .select('id')
    .where('invited_by', '=', userId)
    .execute()
  for (const { id } of made) {
    await trx.invitations.delete(id)
    await audit(trx, {
      action: 'invitation.delete',
      target: { type: 'invitation', id },
      actor: actorOf(principal),
      requestId: caller.requestId,
      at,
    })
  }
}
