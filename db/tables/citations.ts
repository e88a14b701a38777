import type { Generated } from 'kysely'

/** A question that engines are asked for a site; a deleted one keeps its row for the checks that refer to it. */
interface CitationQueryTable {
  num: Generated<number>
  id: string
  site_num: number
  text: string
  /** The key that tells queries of a site apart: a hash of text, country and language, or the id of a deleted query. */
  text_key: string
  language: string | null
  country: string | null
  /** JSON array; `citation_tag` has them as rows. */
  tags: string
  /** `informational`, `comparison`, `transactional` or `navigational`. */
  intent: string
  /** JSON array of engines; null for all of the site's runs. */
  engines: string | null
  /** 1 where the text names the site or its brand. */
  branded: number
  /** `manual`, `imported`, `readers`, `page` or `searches`. */
  source: string
  page_num: number | null
  enabled: number
  /** 1 where the answers of its last two runs neither named a brand nor cited a page. */
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
  /** The run was asked for by one of: api, dashboard, schedule, cli. */
  origin: string
  /** `queued`, `running`, `succeeded`, `partial`, `failed` or `canceled`. */
  state: string
  is_canceled: Generated<number>
  /** 1 where every engine is the fake one. */
  is_fake: number
  /** JSON array of `{engine, adapter, access, model}`. */
  engines: string
  /** A hash of the engines with their models and tools; runs with different hashes are different measurements. */
  engine_set: string
  basket_revision: number
  /** JSON array of the numbers of its queries, in the order in which they are asked. */
  queries: string
  /** JSON of what was asked for. */
  options: string
  /** Checks that it makes, as far as credits went. */
  planned: number
  done: Generated<number>
  /** Checks with the state `ok`. */
  answered: Generated<number>
  cited: Generated<number>
  mentioned: Generated<number>
  failed: Generated<number>
  skipped: Generated<number>
  /** The sum that the vendors charge, in millionths of a US dollar; null where a price is not known. */
  cost_micros: number | null
  /** JSON: warnings with how often each came. */
  warnings: string
  credits_reserved: number
  credits_spent: number | null
  /** JSON of `{code, message, retryable}`. */
  error: string | null
  /** Rises with every change that a client may see. */
  seq: Generated<number>
  attempts: Generated<number>
  /** JSON of `{type, id}`. */
  requested_by: string
  queued_at: number
  started_at: number | null
  finished_at: number | null
}

/** One answer of one engine to one query in one run, as numbers; clustered by site and time. */
interface CitationCheckTable {
  site_num: number
  at: number
  /** The number of the run, times 2^20, plus the place of the check in the plan of the run. */
  num: number
  id: string
  run_num: number
  query_num: number
  engine: string
  replica: number
  adapter: string
  /** `api` or `serp`. */
  access: string
  model: string
  served_model: string | null
  country: string | null
  language: string | null
  /** 1 where the query was branded when it was asked. */
  branded: number
  is_fake: number
  /** `ok`, `no_answer`, `refused`, `truncated`, `sources_missing`, `error` or `skipped`. */
  state: string
  /** `searched`, `not_searched` or `unknown`. */
  retrieval: string
  is_cited: number
  /** The place of the first own address among the distinct cited ones, from 1 on. */
  position: number | null
  /** 1,000,000 / position, rounded; 0 where the site is not cited. */
  rank_micros: number
  /** Distinct cited addresses of the site itself. */
  own_citations: number
  /** Distinct cited addresses of the site and its competitors. */
  tracked_citations: number
  /** All distinct cited addresses. */
  all_citations: number
  /** Null where there was no answer to look at. */
  is_mentioned: number | null
  /** How often the site's own names stand in the answer. */
  mentions: number
  /** Tracked brands that the answer names, the site's own among them, each once. */
  brands_mentioned: number
  /** Null where the site is not mentioned. */
  is_recommended: number | null
  /** From -1,000 to 1,000; null where the site is not mentioned. */
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
  /** JSON of text, searches and brands. */
  body: string
}

/** A brand that an answer names: the site's own, or a competitor. */
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
  /** `cited` or `retrieved`; a cited one is not also listed as retrieved. */
  role: string
  url: string
  /** The address normalised, by which addresses are one; empty where the address leads to a page that is not known. */
  page_url: string
  host: string
  /** The registrable domain. */
  domain: string
  title: string | null
  cited_text: string | null
  /** The place among the distinct cited addresses, from 1 on; null where it is not cited. */
  position: number | null
  /** JSON array of `[start, end]` in UTF-16 units of the answer. */
  spans: string
  /** `own`, `competitor` or `other`. */
  owner: string
  /** The name of the competitor. */
  competitor: string | null
  category: string
}

/** A key of an organization's own for an engine. */
interface EngineKeyTable {
  org_id: string
  engine: string
  adapter: string
  sealed_key: string
  last4: string
  /** The address of the engine's API; it is used with this key alone. */
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
