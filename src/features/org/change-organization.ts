import type { Updateable } from 'kysely'
import type { Tables } from '../../../db/tables/schema.ts'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { auditCall } from '../../kernel/door/audit.ts'
import { assertVersion } from '../../kernel/door/if-match.ts'
import type { OrgContext } from '../../kernel/door/operation.ts'

interface Change {
  action: 'org.update' | 'org.update_branding'
  ifMatch: string | undefined
  columns: Omit<Updateable<Tables['organization']>, 'version'>
  /** The fields that the caller sent, which the audit log records. */
  detail: Readonly<Record<string, unknown>>
}

/** Changes the row of the organization and raises its version; all settings of an organization share one version. */
export async function changeOrganization(
  ctx: OrgContext,
  trx: TenantDb,
  { action, ifMatch, columns, detail }: Change,
): Promise<void> {
  const { version } = await trx.organization().select('version').executeTakeFirstOrThrow()
  assertVersion('organization', version, ifMatch)
  await trx
    .updateOrganization()
    .set({ ...columns, version: version + 1 })
    .execute()
  await auditCall(ctx, trx, action, trx.orgId, detail)
}
