import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { ServiceError } from '../../kernel/door/errors.ts'

/** Throws CONFLICT where a change would leave the organization without an owner. */
export async function assertOwnerStays(trx: TenantDb, { role }: { role: string }): Promise<void> {
  if (role !== 'owner' || (await trx.members.count('owner')) > 1) return
  throw new ServiceError(
    'CONFLICT',
    'The last owner stays; make somebody else an owner before this one goes',
  )
}
