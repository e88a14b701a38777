export const LIST_CACHE = { ttlMs: 300_000, cacheScope: 'private' } as const

/** The time for which a client may cache what it reads: a minute, since numbers and pages go on changing. */
export const READ_CACHE = { ttlMs: 60_000, cacheScope: 'private' } as const
