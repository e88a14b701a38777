import type { Selectable } from 'kysely'
import type { Tables } from '../tables/schema.ts'

/** A row that a store adds; the store itself fills in its organization. */
export type OwnRow<T extends keyof Tables> = Omit<Selectable<Tables[T]>, 'org_id'>
