/** Work that organizations have done at their wish, now and then, and a few of them at a time. */
export interface OrganizationWork {
  /** Throws RATE_LIMITED, UNAVAILABLE where too many wait, and what the work throws. */
  run<T>(orgId: string, work: () => Promise<T>): Promise<T>
}
