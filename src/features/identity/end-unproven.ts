import type { EndRights, TenantDb } from '../../../db/tenant/tenant-db.ts'
import { audit } from '../../kernel/door/audit.ts'
import { endRightsOf, type Ending } from '../../kernel/rights/end-rights-of.ts'
import { numbersOf } from '../../kernel/rights/ended-rights.ts'
import type { PublicContext } from '../../kernel/door/operation.ts'
import { isRoleAtLeast, roleOf } from '../../kernel/door/principal.ts'
import { refuseTaken } from '../../kernel/door/errors.ts'

/**
 * Ends the sessions, keys and other rights that were made with an account of an address before this address was proven,
 * since the person who has the mailbox need not be the one who had the account. Of two roles in one organization the
 * person keeps the higher one.
 */
export const endUnproven =
  ({ app, caller }: PublicContext): EndRights =>
  async (trx, { from, into, leftRole }) => {
    const actor = { type: 'user', id: into } as const
    const { requestId } = caller
    const ending = { app, actor, requestId }
    const because = 'account.prove'
    const ended = await endRightsOf(ending, trx, from, { because })
    if (leftRole !== undefined) await keepRole(ending, trx, into, leftRole)
    await audit(trx, {
      action: because,
      target: { type: 'user', id: into },
      actor,
      detail: { from, ...numbersOf(ended) },
      requestId,
      at: app.now(),
    })
  }

/**
 * Gives the remaining account the higher of the two roles, since the account that ended may have been the last owner.
 */
async function keepRole(
  { app, actor, requestId }: Ending,
  trx: TenantDb,
  userId: string,
  leftRole: string,
): Promise<void> {
  const own = await trx.members
    .query()
    .select(['member.id', 'member.role'])
    .where('member.user_id', '=', userId)
    .executeTakeFirstOrThrow()
  const to = roleOf(leftRole)
  if (isRoleAtLeast(roleOf(own.role), to)) return
  await trx.members.setRole(own.id, to).execute()
  await audit(trx, {
    action: 'member.update',
    target: { type: 'member', id: own.id },
    actor,
    detail: { userId, from: own.role, to, because: 'account.prove' },
    requestId,
    at: app.now(),
  })
}

/** Throws CONFLICT where the same person joined, or proved the address, while the request was under way. */
export const usedMeanwhile = refuseTaken('CONFLICT', 'This address has just been used; sign in')
