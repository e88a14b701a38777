/** The facts that the transport knows of a call, in addition to its input. */
export interface Caller {
  requestId: string
  /** The client's address as `TRUST_PROXY` lets us know it; it is never stored as it is. */
  address: string
  userAgent: string | undefined
  origin: string | undefined
  referer: string | undefined
  /** The two-letter country from the trusted proxy's header, if there is one. */
  country: string | undefined
  /** True for a request that a page of the service itself sent: Sec-Fetch-Site is exactly same-origin. */
  isOwnPage: boolean
  /** True when Sec-GPC or DNT was sent. */
  optedOut: boolean
  /** True for a model that reads answers as text alone, without structured content. */
  isTextOnly?: boolean
  /**
   * Makes the signal that is aborted when no client waits for the answer any more; absent where the caller cannot
   * leave.
   */
  disconnectSignal?: () => AbortSignal
}
