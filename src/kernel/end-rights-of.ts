import type { TenantDb } from '../../db/tenant.ts'
import type { AppContext } from './app-context.ts'
import { audit } from './audit.ts'
import { roleOf, type Actor, type Role } from './principal.ts'
import { mayKeepInvitation, narrowGrant } from './rights-of-role.ts'

/** Who ends rights, and by which request. */
export interface Ending {
  app: Pick<AppContext, 'now'>
  actor: Actor
  requestId: string | null
}

/** Why rights end; the action of the audit log that is their cause. */
export type Because = 'member.update' | 'member.remove' | 'password.reset'

interface Loss {
  because: Because
  /** The role that the person has from here on; without one nothing stands that they made. */
  role?: Role | undefined
}

/** How much of what a person made has ended, or is less than it was. */
export interface EndedRights {
  keysNarrowed: number
  keysRevoked: number
  invitationsWithdrawn: number
}

/**
 * Holds what a person made in an organization against their role: narrows or ends their keys, and takes back their
 * invitations. Sessions are none of it. Call it within the transaction in which the role changes; each effect is audited.
 * A role that is higher than the one before changes nothing.
 */
export async function endRightsOf(
  ending: Ending,
  trx: TenantDb,
  userId: string,
  loss: Loss,
): Promise<EndedRights> {
  return {
    ...(await narrowKeys(ending, trx, userId, loss)),
    invitationsWithdrawn: await withdrawInvitations(ending, trx, userId, loss),
  }
}

/** The person was shown their keys, and may have kept them. */
async function narrowKeys(
  { app, actor, requestId }: Ending,
  trx: TenantDb,
  userId: string,
  { because, role }: Loss,
): Promise<Pick<EndedRights, 'keysNarrowed' | 'keysRevoked'>> {
  const at = app.now()
  const count = { keysNarrowed: 0, keysRevoked: 0 }
  const live = await trx.keys
    .query()
    .select(['id', 'scopes'])
    .where('created_by', '=', userId)
    .where('revoked_at', 'is', null)
    .execute()
  for (const { id, scopes } of live) {
    // @NOTE the column is written by us alone, as JSON of a checked list.
    const before = JSON.parse(scopes) as string[]
    const after = narrowGrant(before, role)
    if (after === before) continue
    const isOver = after.length === 0
    const columns = isOver ? { revoked_at: at } : { scopes: JSON.stringify(after) }
    await trx.keys.update(id).set(columns).execute()
    await audit(trx, {
      action: isOver ? 'key.revoke' : 'key.narrow',
      target: { type: 'key', id },
      actor,
      detail: isOver
        ? { because }
        : { because, before: { scopes: before }, after: { scopes: after } },
      requestId,
      at,
    })
    count[isOver ? 'keysRevoked' : 'keysNarrowed'] += 1
  }
  return count
}

/** The person knows the links of their invitations, which would let them in again under another address. */
async function withdrawInvitations(
  { app, actor, requestId }: Ending,
  trx: TenantDb,
  userId: string,
  { because, role }: Loss,
): Promise<number> {
  const at = app.now()
  const made = await trx.invitations
    .pending(at)
    .select(['id', 'role'])
    .where('invited_by', '=', userId)
    .execute()
  const withdrawn = made.filter((one) => !mayKeepInvitation(role, roleOf(one.role)))
  for (const { id } of withdrawn) {
    await trx.invitations.delete(id)
    await audit(trx, {
      action: 'invitation.delete',
      target: { type: 'invitation', id },
      actor,
      detail: { because },
      requestId,
      at,
    })
  }
  return withdrawn.length
}
