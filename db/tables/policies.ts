interface SitePolicyTable {
  site_num: number
  /** JSON of an Ask Policy as it was read; null where the default holds again. */
  policy: string | null
  version: number
  updated_at: number
}

/** What the start page and its origin said of uses when a scan last read them; null where nothing was said. */
interface SiteSignalsTable {
  site_num: number
  read_at: number
  /** The address that answered. */
  url: string
  robots_txt: string | null
  content_usage: string | null
  ask_policy: string | null
  ask_policy_meta: string | null
  tdm_reservation: string | null
  tdm_rep: string | null
}

export interface PolicyTables {
  site_policy: SitePolicyTable
  site_signals: SiteSignalsTable
}
