import type { PageEntry } from '../page-entry.ts'

/** Pages for who connects programs, in the order of the list. */
export const DEVELOPERS_PAGES: readonly PageEntry[] = []
