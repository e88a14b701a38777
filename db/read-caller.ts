/** The organization that a read runs for, and the signal that its caller has left. */
export interface ReadCaller {
  /** Reads of one organization take turns with those of others; reads of the service itself have no organization. */
  orgId: string | undefined
  /** Makes the signal that is aborted when the caller has left; absent where the caller cannot leave. */
  untilLeft?: (() => AbortSignal) | undefined
}
