/** The signals besides a site's policy that a scan read about the same uses; null where a signal is absent. */
export interface SiteSignals {
  /** The time of the reading, epoch milliseconds. */
  readAt: number
  /** The address that answered. */
  url: string
  robotsTxt: string | null
  contentUsage: string | null
  askPolicy: string | null
  /** Content of `<meta name="ask-policy">`. */
  askPolicyMeta: string | null
  /** The header `tdm-reservation`, else the `<meta>` of that name. */
  tdmReservation: string | null
  /** The text of `/.well-known/tdmrep.json`. */
  tdmRep: string | null
}
