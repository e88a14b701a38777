export const LIST_CACHE = { ttlMs: 300_000, cacheScope: 'private' } as const

/** What is read may be a minute old: its numbers and pages go on changing. */
export const READ_CACHE = { ttlMs: 60_000, cacheScope: 'private' } as const
