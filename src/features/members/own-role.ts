import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { ServiceError } from '../../kernel/door/errors.ts'
import { explainEnded } from '../../kernel/credentials/explain-credential.ts'
import { isRoleAtLeast, roleOf, type OrgPrincipal, type Role } from '../../kernel/door/principal.ts'

/**
 * Reads the caller's role inside the transaction that changes people, since the role may have been taken away after the
 * caller was let in. Throws INVALID_CREDENTIAL for a person who is no longer a member.
 */
export async function ownRole(trx: TenantDb, principal: OrgPrincipal): Promise<Role> {
  if (principal.kind === 'operator') return 'owner'
  const row =
    principal.kind === 'session'
      ? await trx.members
          .query()
          .select('role')
          .where('user_id', '=', principal.userId)
          .executeTakeFirst()
      : undefined
  if (row) return roleOf(row.role)
  throw new ServiceError('INVALID_CREDENTIAL', explainEnded('session'))
}

/**
 * Throws ROLE_REQUIRED where the caller's role is below admin, or below one of the concerned roles: a person cannot
 * grant a role above their own.
 */
export function assertReaches(own: Role, ...concerned: readonly Role[]): void {
  if (!isRoleAtLeast(own, 'admin')) {
    throw new ServiceError('ROLE_REQUIRED', 'This needs the role admin or higher')
  }
  const above = concerned.find((role) => !isRoleAtLeast(own, role))
  if (above) {
    throw new ServiceError('ROLE_REQUIRED', `This concerns the role ${above}, and yours is ${own}`)
  }
}
