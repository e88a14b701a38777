import type { Generated } from 'kysely'

interface SiteTable {
  /** A short number of the site, by which large tables name it; it never leaves the service. */
  num: Generated<number>
  id: string
  org_id: string
  name: string
  domain: string
  url: string
  /** JSON array of the hosts of the site's verified domains; `site_domain` has them all. */
  aliases: string
  language: string | null
  country: string | null
  timezone: string
  /** The time zone that the rollups are keyed by; it differs from `timezone` until they are rebuilt. */
  rollup_timezone: string
  /** The version of the rollups; it is below `ROLLUP_VERSION` until they are rebuilt. */
  rollup_version: number
  /** The instant (epoch ms) before which raw events are no longer kept, only their rollups; 0 while all are kept. */
  raw_from: number
  /** The instant (epoch ms) before which no events were left when visits got sources; 0 where all were kept. */
  visits_from: Generated<number>
  /**
   * The instant (epoch ms) before which events were stored without the names of campaigns; 0 where there were no such
   * events.
   */
  campaigns_from: Generated<number>
  status: string
  question_mode: string
  /** The treatment of questions that readers ask often: `ask`, `all` or `none`. */
  reader_questions: Generated<string>
  honour_opt_out: number
  install_first_seen_at: number | null
  install_last_seen_at: number | null
  created_at: number
  updated_at: number
  version: number
  scan_schedule: Generated<string>
  /** JSON of the bounds that a scan has where it names none itself. */
  scan_options: Generated<string>
  /** The time of the next scheduled scan, in epoch ms; null without a schedule. */
  next_scan_at: Generated<number | null>
  /** JSON of those settings of the widget that the owner has changed. */
  widget_settings: Generated<string>
  /** JSON array of the parameters that tell pages apart, as the owner named them; null where scans decide. */
  own_parameters: Generated<string | null>
  /** JSON array of the parameters that tell pages apart, as the last scan found. */
  learned_parameters: Generated<string>
  /** JSON array of the parameters that readers type into forms, which do not count as telling pages apart. */
  typed_parameters: Generated<string>
  /** A number that rises when addresses lead to other pages. */
  addresses_version: Generated<number>
  /** 0 where the language model of the server must not write for the site. */
  language_model: Generated<number>
  /**
   * JSON of the number of pages with the place of the widget, as the last scan counted them; null where it has not
   * counted.
   */
  widget_place: Generated<string | null>
  /** JSON of the names of the brand and its competitors; null where the owner named none. */
  brand: Generated<string | null>
  /** A number that rises when the queries of the Citation Monitor change. */
  basket_revision: Generated<number>
  /** JSON of the schedule of the Citation Monitor; null where the site has no schedule. */
  citation_schedule: Generated<string | null>
  /** The time of the next scheduled run of the Citation Monitor, in epoch ms; null without a schedule. */
  next_citation_run_at: Generated<number | null>
}

/** A deleted site whose large tables are still being emptied. */
interface DeletedSiteTable {
  site_num: number
  deleted_at: number
}

/** A domain of a site in addition to its own. */
interface SiteDomainTable {
  id: string
  org_id: string
  site_id: string
  host: string
  /** The host, once it is proven; one domain in the whole service may have it. Null before that. */
  claimed_host: string | null
  /** The state: `pending`, `verified` or `failed`. */
  state: string
  /**
   * The way in which the domain was verified: `dns`, `file`, `operator`, or `migrated` for a host from before there
   * were proofs.
   */
  method: string | null
  /** The text to publish as a proof; it is not a secret. */
  proof: string
  reason_code: string | null
  reason: string | null
  created_by: string
  created_at: number
  checked_at: number | null
  verified_at: number | null
}

interface SitePolicyTable {
  site_num: number
  /** JSON of an Ask Policy as it was read; null where the default holds again. */
  policy: string | null
  version: number
  updated_at: number
}

/**
 * The signals about permitted uses that the start page and its origin gave when a scan last read them; null where a
 * signal was missing.
 */
interface SiteSignalsTable {
  site_num: number
  read_at: number
  /** The address that answered, after redirects. */
  url: string
  robots_txt: string | null
  content_usage: string | null
  ask_policy: string | null
  ask_policy_meta: string | null
  tdm_reservation: string | null
  tdm_rep: string | null
}

export interface SiteTables {
  site: SiteTable
  site_domain: SiteDomainTable
  deleted_site: DeletedSiteTable
  site_policy: SitePolicyTable
  site_signals: SiteSignalsTable
}
