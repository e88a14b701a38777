/** Work that organizations may ask for now and then, of which a few pieces run at a time. */
export interface OrganizationWork {
  /** Throws RATE_LIMITED, UNAVAILABLE where too many wait, and what the work throws. */
  run<T>(orgId: string, work: () => Promise<T>): Promise<T>
}
