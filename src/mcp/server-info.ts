/** What the servers say of themselves. */
export const SERVER_VERSION = '0.1.0'

export const LIST_CACHE = { ttlMs: 300_000, cacheScope: 'private' } as const
