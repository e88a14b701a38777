import { VERSION } from '../kernel/version.ts'

/** What the servers say of themselves. */
export const SERVER_VERSION = VERSION

export const LIST_CACHE = { ttlMs: 300_000, cacheScope: 'private' } as const
