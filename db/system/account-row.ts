import type { Selectable } from 'kysely'
import type { Tables } from '../tables/schema.ts'

/** An account without the columns that say whether its address is proven. */
export type AccountRow = Omit<Selectable<Tables['user_account']>, 'identity' | 'unproven_org_id'>

/**
 * Makes the row of an account: of a proven one, which is the only proven one of its address, or of one that belongs to
 * a single organization. Its `identity` joins address and organization by a space, which neither of them has.
 */
export const accountRow = (
  account: AccountRow,
  unprovenOrgId: string | null = null,
): Selectable<Tables['user_account']> => ({
  ...account,
  identity: unprovenOrgId === null ? account.email : `${account.email} ${unprovenOrgId}`,
  unproven_org_id: unprovenOrgId,
})
