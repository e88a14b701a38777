import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { explainEnded } from '../credentials/explain-credential.ts'
import { authorise, type Access } from './access.ts'
import { ServiceError } from './errors.ts'
import { roleOf, type OrgPrincipal } from './principal.ts'
import { expandScopes } from './scopes.ts'

/**
 * Throws where the caller of a write may no longer do it, inside the transaction of the write: the body may come
 * minutes after the credential, and a role may end meanwhile. Throws what `authorise` throws, and INVALID_CREDENTIAL
 * for a credential that ended.
 */
export async function assertStillAllowed(
  trx: TenantDb,
  access: Access,
  principal: OrgPrincipal,
): Promise<void> {
  switch (principal.kind) {
    case 'session': {
      const { sessionId, userId } = principal
      const found = await trx.members
        .query()
        .innerJoin('session', 'session.user_id', 'member.user_id')
        .select('member.role')
        .where('member.user_id', '=', userId)
        .where('session.id', '=', sessionId)
        .whereRef('session.org_id', '=', 'member.org_id')
        .executeTakeFirst()
      if (!found) throw ended('session')
      authorise(access, { ...principal, role: roleOf(found.role) })
      return
    }
    case 'key': {
      const found = await trx.keys
        .query()
        .select('scopes')
        .where('id', '=', principal.keyId)
        .where('revoked_at', 'is', null)
        .executeTakeFirst()
      if (!found) throw ended('key')
      // @NOTE the column is written by us alone, as JSON of a checked list.
      const scopes = expandScopes(JSON.parse(found.scopes) as string[])
      authorise(access, { ...principal, scopes })
      return
    }
    // A link opens reads alone, and the operator works on the database itself.
    case 'link':
    case 'operator':
      return
  }
}

const ended = (family: 'key' | 'session'): ServiceError =>
  new ServiceError('INVALID_CREDENTIAL', explainEnded(family))
