/** Says on whose behalf a read runs, and how to hear that nobody waits for it any more. */
export interface ReadCaller {
  /** Reads of one organization take turns with those of others; reads of the service itself have no organization. */
  orgId: string | undefined
  /** Its signal is aborted when the caller has left; absent where nobody can leave. */
  untilLeft?: (() => AbortSignal) | undefined
}
