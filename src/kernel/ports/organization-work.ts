/** Work that each organization may ask for a few times a minute, and of which a few pieces run at a time. */
export interface OrganizationWork {
  /**
   * Runs the work when its turn comes. Throws RATE_LIMITED where the organization asked too often, UNAVAILABLE where
   * too much work waits, and what the work throws.
   */
  run<T>(orgId: string, work: () => Promise<T>): Promise<T>
}
