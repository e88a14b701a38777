import { VERSION } from '../kernel/door/version.ts'

/** The version that the servers state of themselves. */
export const SERVER_VERSION = VERSION

export const LIST_CACHE = { ttlMs: 300_000, cacheScope: 'private' } as const

/** What is read may be a minute old: its numbers and pages go on changing. */
export const READ_CACHE = { ttlMs: 60_000, cacheScope: 'private' } as const
