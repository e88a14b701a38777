import type { Generated } from 'kysely'

interface SiteTable {
  /** Short key of the site's rows in the large tables; never leaves the service. */
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
  /** The zone that the rollups are keyed by; differs from `timezone` until they are rebuilt. */
  rollup_timezone: string
  /** Version of the rollups; below `ROLLUP_VERSION` until they are rebuilt. */
  rollup_version: number
  /** Raw events before this instant (epoch ms) are no longer kept, only their rollups; 0 while all are. */
  raw_from: number
  /** Before this instant (epoch ms) the events were gone when visits got sources; 0 while all were kept. */
  visits_from: Generated<number>
  /** Events before this instant (epoch ms) were stored without the names of campaigns; 0 where none were. */
  campaigns_from: Generated<number>
  status: string
  question_mode: string
  /** The treatment of questions that readers ask often: ask, all, none. */
  reader_questions: Generated<string>
  honour_opt_out: number
  install_first_seen_at: number | null
  install_last_seen_at: number | null
  created_at: number
  updated_at: number
  version: number
  scan_schedule: Generated<string>
  /** JSON of the bounds for scans that have none of their own. */
  scan_options: Generated<string>
  /** Time of the next scheduled scan, epoch ms. */
  next_scan_at: Generated<number | null>
  /** JSON of the settings of the widget that the owner has changed. */
  widget_settings: Generated<string>
  /** JSON of the parameters that tell pages apart, as the owner says; null where scans decide. */
  own_parameters: Generated<string | null>
  /** JSON of those that the last scan learned. */
  learned_parameters: Generated<string>
  /** JSON of those that readers type into forms, which are not learned. */
  typed_parameters: Generated<string>
  /** Rises when addresses lead to other pages. */
  addresses_version: Generated<number>
  /** 0 where the language model of the server must not write for the site. */
  language_model: Generated<number>
  /** JSON of the pages that have the place of the widget, as the last scan counted them; null where none has. */
  widget_place: Generated<string | null>
  /** JSON of the names of the brand and its competitors; null where the owner named none. */
  brand: Generated<string | null>
  /** Rises when the queries of the Citation Monitor change. */
  basket_revision: Generated<number>
  /** JSON of the schedule of the Citation Monitor; null where it is off. */
  citation_schedule: Generated<string | null>
  /** Time of its next scheduled run, epoch ms. */
  next_citation_run_at: Generated<number | null>
}

/** A deleted site whose large tables are still being emptied. */
interface DeletedSiteTable {
  site_num: number
  deleted_at: number
}

/** A further domain of a site. */
interface SiteDomainTable {
  id: string
  org_id: string
  site_id: string
  host: string
  /** The host where it is proven; one domain in the whole service may have it. */
  claimed_host: string | null
  /** `pending`, `verified` or `failed`. */
  state: string
  /** How it was verified: `dns`, `file`, `operator`, or `migrated` for a host from before there were proofs. */
  method: string | null
  /** The text to publish; it is no secret. */
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
  /** The address that answered. */
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
