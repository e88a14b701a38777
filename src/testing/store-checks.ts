import type { CitationTables } from '../../db/tables/citations.ts'
import { ENGINE_ADAPTERS, type CitationEngine } from '../domain/citations/engines.ts'
import { newId } from '../domain/ids.ts'
import { registrableDomain } from '../lib/web/registrable-domain.ts'
import { onFile } from './credential-matrix.ts'
import type { TestApp } from './start-test-app.ts'

type Row<Table extends keyof CitationTables> = Record<
  keyof CitationTables[Table] & string,
  string | number | null
>
type DataFile = Parameters<Parameters<typeof onFile>[1]>[0]
type SourceRow = Row<'citation_source'>

/** A query or a run that was stored. */
export interface StoredRow {
  num: number
  id: string
}

/** An address that an answer cites, unless its role says otherwise. */
export type SourceFields = Partial<SourceRow> & { url: string }

interface QueryFields extends Partial<Omit<Row<'citation_query'>, 'tags'>> {
  tags?: readonly string[]
}

interface CheckFields extends Partial<Omit<Row<'citation_check'>, 'engine'>> {
  engine?: CitationEngine
  /** The sources of the answer; by default it cites no source. */
  sources?: readonly SourceFields[]
  /** The text that the engine wrote; by default no text is kept. */
  answer?: { text: string; searchQueries: readonly string[] }
}

type Defaults<Table extends keyof CitationTables> = Partial<Row<Table>>

const QUERY = {
  language: null,
  country: null,
  intent: 'informational',
  engines: null,
  branded: 0,
  source: 'manual',
  page_num: null,
  enabled: 1,
  silent: 0,
  last_run_at: null,
  deleted_at: null,
} satisfies Defaults<'citation_query'>

const RUN = {
  origin: 'api',
  state: 'succeeded',
  is_fake: 0,
  engines: '[]',
  engine_set: '',
  basket_revision: 1,
  queries: '[]',
  options: '{}',
  planned: 0,
  cost_micros: null,
  warnings: '{}',
  credits_reserved: 0,
  credits_spent: 0,
  error: null,
  requested_by: '{"type":"system","id":"schedule"}',
} satisfies Defaults<'citation_run'>

const CHECK = {
  model: 'model-1',
  served_model: null,
  country: null,
  language: null,
  branded: 0,
  state: 'ok',
  retrieval: 'searched',
  is_mentioned: 0,
  mentions: 0,
  brands_mentioned: 0,
  is_recommended: null,
  sentiment_milli: null,
  latency_ms: 900,
  attempts: 1,
  input_tokens: null,
  output_tokens: null,
  searches: null,
  cost_micros: null,
  error_code: null,
  http_status: null,
  answer_hash: null,
} satisfies Defaults<'citation_check'>

const SOURCE = {
  role: 'cited',
  title: null,
  cited_text: null,
  spans: '[]',
  owner: 'other',
  competitor: null,
  category: 'other',
} satisfies Defaults<'citation_source'>

/**
 * Stores rows of the Citation Monitor of one site, for tests of what is read of them. What a test does not name is as a
 * run of today would have it; numbers of a check that follow from its sources are counted.
 */
export class StoredChecks {
  readonly #app: TestApp
  readonly #site: SiteKeys
  #run: StoredRow | undefined

  constructor(app: TestApp, siteId: string) {
    this.#app = app
    this.#site = onFile(app, (file) => siteKeys(file, siteId))
  }

  /** Adds a query to the basket. */
  query(text: string, { tags = [], ...fields }: QueryFields = {}): StoredRow {
    const now = this.#app.clock.now()
    const id = newId('cq', now)
    const { site_num } = this.#site
    const own = { id, site_num, text, text_key: id, tags: JSON.stringify(tags) }
    const row = { ...QUERY, ...own, created_at: now, changed_at: now, ...fields }
    return onFile(this.#app, (file) => {
      const num = insert(file, 'citation_query', row)
      for (const tag of tags) insert(file, 'citation_tag', { site_num, query_num: num, tag })
      return { num, id }
    })
  }

  /** Adds a run that has ended. */
  run(fields: Partial<Row<'citation_run'>> = {}): StoredRow {
    const now = this.#app.clock.now()
    const id = newId('run', now)
    const times = { queued_at: now, started_at: now, finished_at: now }
    const row = { ...RUN, ...this.#site, id, ...times, ...fields }
    this.#run = { id, num: onFile(this.#app, (file) => insert(file, 'citation_run', row)) }
    return this.#run
  }

  /** Adds the answer to a query, in the last run unless `run_num` names another; returns its id. */
  check(query: StoredRow, { sources = [], answer, ...fields }: CheckFields = {}): string {
    const at = fields.at ?? this.#app.clock.now()
    const { site_num } = this.#site
    const run_num = fields.run_num ?? (this.#run ?? this.run()).num
    const id = newId('chk', this.#app.clock.now())
    const { engine = 'chatgpt' } = fields
    const { adapter, access } = ENGINE_ADAPTERS[engine]
    return onFile(this.#app, (file) => {
      const checks = runNumbers(file, Number(run_num), query.num)
      const num = Number(run_num) * 2 ** 20 + checks.all
      const own = { site_num, at, num, id, run_num, query_num: query.num, engine, adapter, access }
      const is_fake = engine === 'fake' ? 1 : 0
      const counts = { ...countsOf(sources), is_fake, replica: checks.ofQuery + 1 }
      insert(file, 'citation_check', { ...CHECK, ...own, ...counts, ...fields })
      for (const [seq, source] of sources.entries())
        insert(file, 'citation_source', { site_num, at, check_num: num, ...sourceOf(source, seq) })
      if (answer) {
        const body = JSON.stringify({ ...answer, brands: [] })
        insert(file, 'citation_answer', { site_num, at, check_num: num, body })
      }
      return id
    })
  }
}

/** Stores an answer about a lantern that cites another site, and returns the id of its check. */
export function storeCheck(app: TestApp, site: string, word: string): string {
  const stored = new StoredChecks(app, site)
  return stored.check(stored.query(`Which ${word} lantern is best?`), {
    sources: [{ url: `https://guides.example/${word}` }],
    answer: { text: `The ${word} lantern.`, searchQueries: [`${word} lantern`] },
  })
}

interface SiteKeys {
  site_num: number
  site_id: string
  org_id: string
}

function siteKeys(file: DataFile, siteId: string): SiteKeys {
  const statement = 'SELECT num AS site_num, id AS site_id, org_id FROM site WHERE id = ?'
  const found = file.prepare<[string], SiteKeys>(statement).get(siteId)
  if (!found) throw new Error(`No site ${siteId}`)
  return found
}

/** Counts the checks of a run, and those of one query. */
function runNumbers(file: DataFile, runNum: number, queryNum: number) {
  const statement =
    'SELECT COUNT(*) AS "all", COUNT(CASE WHEN query_num = ? THEN 1 END) AS "ofQuery" FROM citation_check WHERE run_num = ?'
  const found = file
    .prepare<[number, number], { all: number; ofQuery: number }>(statement)
    .get(queryNum, runNum)
  return found ?? { all: 0, ofQuery: 0 }
}

function insert<Table extends keyof CitationTables>(
  file: DataFile,
  table: Table,
  row: Partial<Row<Table>>,
): number {
  const columns = Object.keys(row)
  const values = columns.map((name) => `@${name}`)
  const statement = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${values.join(', ')})`
  return Number(file.prepare(statement).run(row).lastInsertRowid)
}

const isCitedSource = ({ role = 'cited' }: SourceFields): boolean => role === 'cited'

function sourceOf(source: SourceFields, i: number): Partial<SourceRow> {
  const host = new URL(source.url).hostname
  const position = isCitedSource(source) ? i + 1 : null
  const own = { page_url: source.url, host, domain: registrableDomain(host), position, seq: i }
  return { ...SOURCE, ...own, ...source }
}

function countsOf(sources: readonly SourceFields[]) {
  const cited = sources.filter(isCitedSource)
  const own = cited.filter(({ owner }) => owner === 'own')
  const place = cited.findIndex(({ owner }) => owner === 'own')
  const position = place < 0 ? null : place + 1
  return {
    is_cited: position === null ? 0 : 1,
    position,
    rank_micros: position === null ? 0 : Math.round(1_000_000 / position),
    own_citations: own.length,
    tracked_citations: own.length + cited.filter(({ owner }) => owner === 'competitor').length,
    all_citations: cited.length,
  }
}
