import { Sqlite } from '../../db/sqlite/binding.ts'
import type { SqliteConnection } from '../../db/sqlite/connect.ts'
import { CHECK_STATES } from '../../src/domain/citations/engine-answer.ts'
import { createDraw, createZipf } from '../dataset/draw.ts'

/** Each run asks all of these once: a thousand checks. */
const QUERIES = 200
const ENGINES = [
  { engine: 'chatgpt', adapter: 'openai', access: 'api', model: 'gpt-5.4-mini' },
  { engine: 'claude', adapter: 'anthropic', access: 'api', model: 'claude-sonnet-5' },
  { engine: 'perplexity', adapter: 'perplexity', access: 'api', model: 'sonar' },
  { engine: 'gemini', adapter: 'gemini', access: 'api', model: 'gemini-3.5-flash' },
  { engine: 'google-ai-overview', adapter: 'serpapi', access: 'serp', model: 'google-ai-overview' },
] as const
const CHECKS_PER_RUN = QUERIES * ENGINES.length
/** The number of runs that a plan allows a day. */
const RUNS_PER_DAY = 4
const DAY_MS = 86_400_000
const CHECK_MS = 3_000
const INTENTS = ['informational', 'comparison', 'transactional', 'navigational']
const TAGS = ['kettles', 'grinders', 'care', 'gifts']
const HOSTS = 400
const SEED = 40
/** Runs of the other sites have the numbers below. */
const FIRST_RUN = 1_000
const PLACES_OF_A_RUN = 2 ** 20

interface ChecksToFill {
  siteNum: number
  checks: number
  /** Midnight after the last run. */
  endMs: number
}

/** Returns the number of days over which that number of checks is spread. */
export const daysOf = (checks: number): number => Math.ceil(checks / CHECKS_PER_RUN / RUNS_PER_DAY)

/** Writes the answers of months of one site, in the order of the key: nine of ten are counted, one of ten questions names the brand. */
export function fillChecks(file: string, site: ChecksToFill): void {
  const db = new Sqlite(file)
  try {
    db.pragma('synchronous = OFF')
    db.pragma('cache_size = -262144')
    const queries = db.transaction(() => makeQueries(db, site.siteNum))()
    const writer = checkWriter(db, site.siteNum, queries)
    const runs = Math.ceil(site.checks / CHECKS_PER_RUN)
    for (let run = 1; run <= runs; run++) {
      const startMs = site.endMs - (runs - run + 1) * (DAY_MS / RUNS_PER_DAY)
      db.transaction(() => writer(run, startMs))()
    }
    db.pragma('wal_checkpoint(TRUNCATE)')
  } finally {
    db.close()
  }
}

interface Query {
  num: number
  branded: number
}

function makeQueries(db: SqliteConnection, siteNum: number): Query[] {
  const insert = db.prepare(
    `INSERT INTO citation_query (id, site_num, text, text_key, tags, intent, branded, source, enabled, created_at, changed_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, 'manual', 1, 0, 0)`,
  )
  const tag = db.prepare('INSERT INTO citation_tag (site_num, query_num, tag) VALUES (?, ?, ?)')
  return Array.from({ length: QUERIES }, (_, i) => {
    const id = `cq_bench_${i}`
    const branded = i % 10 === 9 ? 1 : 0
    const text = `Which kettle is best for reason number ${i}?`
    const tags = TAGS.slice(i % TAGS.length, (i % TAGS.length) + 2)
    const intent = INTENTS[i % INTENTS.length]
    const row = insert.run(id, siteNum, text, id, JSON.stringify(tags), intent, branded)
    const num = Number(row.lastInsertRowid)
    for (const one of tags) tag.run(siteNum, num, one)
    return { num, branded }
  })
}

type Draw = () => number

/** The hosts that an answer names, by their numbers, and how it speaks of the site. */
interface Drawn {
  state: string
  named: number[]
  mentioned: number | null
  brands: number
  recommended: number | null
  sentiment: number | null
}

/** The site itself, and the last of the competitors, among the hosts. */
const OWN = 3
const LAST_RIVAL = 7
/** The most hosts that an answer cites; further hosts are only retrieved. */
const MOST_CITED = 3
const HASH = 'f'.repeat(64)

function drawAnswer(draw: Draw, host: (draw: Draw) => number): Drawn {
  const state = draw() < 0.9 ? 'ok' : (CHECK_STATES[1 + Math.floor(draw() * 5)] ?? 'error')
  const isOk = state === 'ok'
  const mentioned = isOk ? Number(draw() < 0.4) : null
  return {
    state,
    named: isOk ? Array.from({ length: 1 + Math.floor(draw() * 4) }, () => host(draw)) : [],
    mentioned,
    brands: (mentioned ?? 0) + Math.floor(draw() * 3),
    recommended: mentioned === 1 ? Number(draw() < 0.3) : null,
    sentiment: mentioned === 1 ? Math.round(draw() * 2_000) - 1_000 : null,
  }
}

const ownerOf = (host: number): string =>
  host === OWN ? 'own' : host <= LAST_RIVAL ? 'competitor' : 'other'

function foundColumns({ state, named, mentioned, ...drawn }: Drawn) {
  const cited = named.slice(0, MOST_CITED)
  const own = cited.indexOf(OWN) + 1
  const owners = cited.map(ownerOf)
  return {
    state,
    is_cited: own > 0 ? 1 : 0,
    position: own > 0 ? own : null,
    rank_micros: own > 0 ? Math.round(1_000_000 / own) : 0,
    own_citations: owners.filter((owner) => owner === 'own').length,
    tracked_citations: owners.filter((owner) => owner !== 'other').length,
    all_citations: cited.length,
    is_mentioned: mentioned,
    mentions: mentioned ?? 0,
    brands_mentioned: drawn.brands,
    is_recommended: drawn.recommended,
    sentiment_milli: drawn.sentiment,
    answer_hash: state === 'ok' ? HASH : null,
  }
}

const ASKED = { replica: 0, is_fake: 0, retrieval: 'searched', latency_ms: 2_400, attempts: 1 }

/** Returns a function that writes a run, each question to each engine. */
function checkWriter(db: SqliteConnection, siteNum: number, queries: readonly Query[]) {
  const draw = createDraw(SEED)
  const zipf = createZipf(HOSTS)
  const writeCheck = inserter(db, 'citation_check')
  const writeSource = inserter(db, 'citation_source')
  const writeRun = inserter(db, 'citation_run')
  return (run: number, startMs: number): void => {
    writeRun({ num: FIRST_RUN + run, site_num: siteNum, ...runColumns(run, startMs) })
    const asked = queries.flatMap((query) => ENGINES.map((engine) => ({ query, engine })))
    for (const [place, { query, engine }] of asked.entries()) {
      const drawn = drawAnswer(draw, (from) => zipf(from()))
      const num = (FIRST_RUN + run) * PLACES_OF_A_RUN + place
      const at = startMs + place * CHECK_MS
      const what = {
        run_num: FIRST_RUN + run,
        query_num: query.num,
        branded: query.branded,
        ...engine,
      }
      const key = { site_num: siteNum, at }
      writeCheck({ ...key, num, id: `chk_fill_${num}`, ...what, ...ASKED, ...foundColumns(drawn) })
      for (const [seq, host] of drawn.named.entries()) {
        writeSource({ ...key, check_num: num, seq, ...sourceColumns(host, seq, num) })
      }
    }
  }
}

function sourceColumns(host: number, seq: number, num: number) {
  const name = `host${host}.example`
  const url = `https://${name}/guide/${host * 7 + (num % 5)}`
  const owner = ownerOf(host)
  return {
    role: seq < MOST_CITED ? 'cited' : 'retrieved',
    url,
    page_url: url,
    host: name,
    domain: name,
    title: 'A page of somebody',
    position: seq < MOST_CITED ? seq + 1 : null,
    spans: '[[10,40]]',
    owner,
    category: owner,
  }
}

const runColumns = (run: number, at: number) => ({
  id: `crun_fill_${run}`,
  org_id: 'org_bench',
  site_id: 'site_bench',
  origin: 'api',
  state: 'succeeded',
  is_fake: 0,
  engines: '[]',
  engine_set: 'bench',
  basket_revision: 1,
  queries: '[]',
  options: JSON.stringify({ tags: [], replicas: 1, maxCostMicros: null }),
  planned: CHECKS_PER_RUN,
  done: CHECKS_PER_RUN,
  answered: CHECKS_PER_RUN,
  warnings: '{}',
  credits_reserved: 0,
  requested_by: JSON.stringify({ type: 'api_key', id: 'key_bench' }),
  queued_at: at,
  started_at: at,
  finished_at: at,
})

type Row = Readonly<Record<string, string | number | null>>

/** Returns a function that writes rows of the same columns, which are those of the first one. */
function inserter(db: SqliteConnection, table: string): (row: Row) => void {
  let statement: ReturnType<SqliteConnection['prepare']> | undefined
  return (row) => {
    const columns = Object.keys(row)
    const places = columns.map(() => '?').join(', ')
    statement ??= db.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`)
    statement.run(Object.values(row))
  }
}
