import type { Generated } from 'kysely'

/** A query that engines are asked for a site. The row of a deleted one stays, for the checks that refer to it. */
interface CitationQueryTable {
  num: Generated<number>
  id: string
  site_num: number
  text: string
  /**
   * The key by which queries of a site are different: a hash of text, country and language, or the id of a deleted
   * query.
   */
  text_key: string
  language: string | null
  country: string | null
  /** JSON array of the query's tags, which are also the rows of `citation_tag`. */
  tags: string
  /** The intent: `informational`, `comparison`, `transactional` or `navigational`. */
  intent: string
  /** JSON array of the engines that are asked; null for all engines of a run. */
  engines: string | null
  /** 1 where the text names the site or its brand, else 0. */
  branded: number
  /** The origin of the query: `manual`, `imported`, `readers`, `page` or `searches`. */
  source: string
  page_num: number | null
  enabled: number
  /** 1 where the answers of the last two runs that asked the query neither named a tracked brand nor cited a page. */
  silent: Generated<number>
  created_at: number
  changed_at: number
  last_run_at: number | null
  deleted_at: number | null
}

interface CitationTagTable {
  site_num: number
  query_num: number
  tag: string
}

interface CitationRunTable {
  num: Generated<number>
  id: string
  org_id: string
  site_num: number
  site_id: string
  /** The origin of the run: `api`, `dashboard`, `schedule` or `cli`. */
  origin: string
  /** The state: `queued`, `running`, `succeeded`, `partial`, `failed` or `canceled`. */
  state: string
  is_canceled: Generated<number>
  /** 1 where every engine of the run is the fake one, else 0. */
  is_fake: number
  /** JSON array of the engines, each as `{engine, adapter, access, model}`. */
  engines: string
  /** A hash of the engines with their models and tools; runs with different hashes are not comparable. */
  engine_set: string
  basket_revision: number
  /** JSON array of the numbers of the run's queries, in the order in which they are asked. */
  queries: string
  /** JSON of the options that were asked for. */
  options: string
  /** The number of checks that the run makes, as far as credits reached. */
  planned: number
  done: Generated<number>
  /** The number of checks with the state `ok`. */
  answered: Generated<number>
  cited: Generated<number>
  mentioned: Generated<number>
  failed: Generated<number>
  skipped: Generated<number>
  /** The sum that the vendors charge, in millionths of a US dollar; null where a price is not known. */
  cost_micros: number | null
  /** JSON of the warnings, each with the number of times that it came. */
  warnings: string
  credits_reserved: number
  credits_spent: number | null
  /** JSON of `{code, message, retryable}`; null for a run that did not fail. */
  error: string | null
  /** A number that rises with every change that a client may see. */
  seq: Generated<number>
  attempts: Generated<number>
  /** JSON of `{type, id}` of the caller who asked for the run. */
  requested_by: string
  queued_at: number
  started_at: number | null
  finished_at: number | null
}

/** One answer of one engine to one query in one run, as numbers; clustered by site and time. */
interface CitationCheckTable {
  site_num: number
  at: number
  /** The number of the check: that of its run times 2^20, plus the place of the check in the plan of the run. */
  num: number
  id: string
  run_num: number
  query_num: number
  engine: string
  replica: number
  adapter: string
  /** The way in which the engine was asked: `api` or `serp`. */
  access: string
  model: string
  served_model: string | null
  country: string | null
  language: string | null
  /** 1 where the query named the site or its brand when it was asked, else 0. */
  branded: number
  is_fake: number
  /** The state: `ok`, `no_answer`, `refused`, `truncated`, `sources_missing`, `error` or `skipped`. */
  state: string
  /** The engine's use of a search: `searched`, `not_searched` or `unknown`. */
  retrieval: string
  is_cited: number
  /**
   * The place of the first address of the site among the distinct cited ones, from 1 on; null where none of its
   * addresses is cited.
   */
  position: number | null
  /** The rank of the site: 1,000,000 / position, rounded; 0 where the site is not cited. */
  rank_micros: number
  /** The number of distinct cited addresses of the site itself. */
  own_citations: number
  /** The number of distinct cited addresses of the site and its competitors. */
  tracked_citations: number
  /** The number of all distinct cited addresses. */
  all_citations: number
  /** 1 where the answer names the site, else 0; null where there was no answer to look at. */
  is_mentioned: number | null
  /** The number of times that the site's own names stand in the answer. */
  mentions: number
  /** The number of tracked brands that the answer names, the site's own among them, each counted once. */
  brands_mentioned: number
  /** 1 where the answer recommends the site, else 0; null where the site is not mentioned. */
  is_recommended: number | null
  /** The sentiment of the answer about the site, from -1,000 to 1,000; null where the site is not mentioned. */
  sentiment_milli: number | null
  latency_ms: number
  attempts: number
  input_tokens: number | null
  output_tokens: number | null
  searches: number | null
  cost_micros: number | null
  error_code: string | null
  http_status: number | null
  answer_hash: string | null
}

/** The text of an engine's answer, kept as long as the plan keeps it. */
interface CitationAnswerTable {
  site_num: number
  at: number
  check_num: number
  /** JSON of the answer's text, searches and brands. */
  body: string
}

/** A tracked brand that an answer names: the site's own, or a competitor. */
interface CitationMentionTable {
  site_num: number
  at: number
  check_num: number
  name: string
  is_own: number
  mentions: number
}

/** A distinct address of one check that was cited or retrieved. */
interface CitationSourceTable {
  site_num: number
  at: number
  check_num: number
  seq: number
  /** The role: `cited`, or `retrieved` for an address that was read and not cited. */
  role: string
  url: string
  /**
   * The normalised address, by which two spellings are one; empty where the address leads to a page that is not known.
   */
  page_url: string
  host: string
  /** The registrable domain of the address. */
  domain: string
  title: string | null
  cited_text: string | null
  /** The place among the distinct cited addresses, from 1 on; null for an address that is not cited. */
  position: number | null
  /** JSON array of the places in the answer that cite the address, each `[start, end]` in UTF-16 units. */
  spans: string
  /** The owner of the address: `own`, `competitor` or `other`. */
  owner: string
  /** The name of the competitor whose address it is; null for any other address. */
  competitor: string | null
  category: string
}

/** A key for an engine that belongs to an organization. */
interface EngineKeyTable {
  org_id: string
  engine: string
  adapter: string
  sealed_key: string
  last4: string
  /** The address of the engine's API, which is used with this key alone; null for the engine's usual address. */
  base_url: string | null
  model: string | null
  created_by: string
  created_at: number
}

export interface CitationTables {
  citation_query: CitationQueryTable
  citation_tag: CitationTagTable
  citation_run: CitationRunTable
  citation_check: CitationCheckTable
  citation_answer: CitationAnswerTable
  citation_mention: CitationMentionTable
  citation_source: CitationSourceTable
  engine_key: EngineKeyTable
}
