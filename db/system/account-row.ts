import type { Selectable } from 'kysely'
import type { Tables } from '../tables/schema.ts'

/** An account without the columns that say whether its address is proven. */
export type AccountRow = Omit<Selectable<Tables['user_account']>, 'identity' | 'unproven_org_id'>

/**
 * Makes the row of an account: of a proven one, which is the only one of its address, or of one that belongs to a
 * single organization. No address and no id has a space.
 */
export const accountRow = (
  account: AccountRow,
  unprovenOrgId: string | null = null,
): Selectable<Tables['user_account']> => ({
  ...account,
  identity: unprovenOrgId === null ? account.email : `${account.email} ${unprovenOrgId}`,
  unproven_org_id: unprovenOrgId,
})
