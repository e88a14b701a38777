import { join } from 'node:path'
import { Sqlite } from '../../db/sqlite/binding.ts'
import type { TestApp } from './start-test-app.ts'

/** A question of a site; its number is its place in the list, from 1 on. */
export interface StoredQuery {
  text: string
  tags?: readonly string[]
  intent?: string
  branded?: boolean
}

export interface StoredSource {
  role: 'cited' | 'retrieved'
  domain: string
  url: string
  owner: 'own' | 'competitor' | 'other'
  category: string
}

/** An answer as a run stores it; a field that is left out has a usual value. */
export interface StoredCheck {
  at: number
  run: number
  /** The place of its question, from 0 on. */
  query: number
  engine: string
  replica?: number
  model?: string
  access?: string
  state?: string
  cited?: boolean
  position?: number | null
  mentioned?: boolean | null
  brands?: number
  recommended?: boolean | null
  sentiment?: number | null
  sources?: readonly StoredSource[]
}

const flag = (value: boolean | null | undefined): number | null =>
  value === null || value === undefined ? null : value ? 1 : 0

/** Stores questions and answers of a site as they are, without a run. The numbers of runs count within this call. */
export async function storeChecks(
  app: TestApp,
  siteId: string,
  { queries, checks }: { queries: readonly StoredQuery[]; checks: readonly StoredCheck[] },
): Promise<void> {
  const site = (await app.app.services.database.ingestSites.find(siteId, app.clock.now()))?.num
  const file = new Sqlite(join(app.directory, 'citable.db'))
  try {
    file.exec('BEGIN IMMEDIATE')
    const nums = queries.map((query, i) => {
      const stored = file
        .prepare(
          `INSERT INTO citation_query (id, site_num, text, text_key, tags, intent, branded, source, enabled, created_at, changed_at)
           VALUES (:id, :site, :text, :id, :tags, :intent, :branded, 'manual', 1, 0, 0)`,
        )
        .run({
          id: `cq_${site}_${i}`,
          site,
          text: query.text,
          tags: JSON.stringify(query.tags ?? []),
          intent: query.intent ?? 'informational',
          branded: flag(query.branded ?? false),
        })
      const num = Number(stored.lastInsertRowid)
      for (const tag of query.tags ?? []) {
        file.prepare('INSERT INTO citation_tag VALUES (?, ?, ?)').run(site, num, tag)
      }
      return num
    })
    for (const [i, check] of checks.entries()) {
      storeCheck(
        file,
        { site, num: check.run * 2 ** 20 + i, query: nums[check.query] },
        check,
        queries,
      )
    }
    file.exec('COMMIT')
  } finally {
    file.close()
  }
}

function storeCheck(
  file: InstanceType<typeof Sqlite>,
  { site, num, query }: { site: number | undefined; num: number; query: number | undefined },
  check: StoredCheck,
  queries: readonly StoredQuery[],
): void {
  const { sources = [] } = check
  const row = {
    site_num: site,
    at: check.at,
    num,
    id: `chk_${site}_${num}`,
    run_num: Number(site) * 10_000 + check.run,
    query_num: query,
    branded: flag(queries[check.query]?.branded ?? false),
    ...askedOf(check, num),
    ...foundIn(check),
  }
  const names = Object.keys(row)
  file
    .prepare(
      `INSERT INTO citation_check (${names.join(', ')}) VALUES (${names.map((name) => `:${name}`).join(', ')})`,
    )
    .run(row)
  for (const [seq, source] of sources.entries()) {
    file
      .prepare(
        `INSERT INTO citation_source (site_num, at, check_num, seq, role, url, page_url, host, domain, spans, owner, category)
         VALUES (:site, :at, :num, :seq, :role, :url, :url, :domain, :domain, '[]', :owner, :category)`,
      )
      .run({ ...source, site, at: check.at, num, seq })
  }
}

const askedOf = (check: StoredCheck, num: number) => ({
  engine: check.engine,
  replica: check.replica ?? num % 2 ** 20,
  adapter: check.engine === 'fake' ? 'fake' : 'openai',
  access: check.access ?? 'api',
  model: check.model ?? `${check.engine}-1`,
  is_fake: flag(check.engine === 'fake'),
  state: check.state ?? 'ok',
  retrieval: 'searched',
  latency_ms: 1,
  attempts: 1,
})

function foundIn({ sources = [], position = null, ...check }: StoredCheck) {
  const cited = sources.filter(({ role }) => role === 'cited')
  return {
    is_cited: flag(check.cited ?? false),
    position,
    rank_micros: position === null ? 0 : Math.round(1_000_000 / position),
    own_citations: cited.filter(({ owner }) => owner === 'own').length,
    tracked_citations: cited.filter(({ owner }) => owner !== 'other').length,
    all_citations: cited.length,
    is_mentioned: flag(check.mentioned),
    mentions: 0,
    brands_mentioned: check.brands ?? 0,
    is_recommended: flag(check.recommended),
    sentiment_milli: check.sentiment ?? null,
  }
}
