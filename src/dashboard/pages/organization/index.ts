import type { PageEntry } from '../page-entry.ts'

/** Pages of the organization, in the order of the list. */
export const ORGANIZATION_PAGES: readonly PageEntry[] = []
