import { sql } from 'kysely'
import { valueRows, type ListedColumn, type ListedRow } from '../forms.ts'
import { prepareStatement } from '../prepared-statement.ts'
import type { Trx } from '../tables/schema.ts'
import type { CheckWrite } from './run-rows.ts'

const CHECK = {
  at: 'integer',
  num: 'integer',
  id: 'text',
  query_num: 'integer',
  engine: 'text',
  replica: 'integer',
  adapter: 'text',
  access: 'text',
  model: 'text',
  served_model: 'text',
  country: 'text',
  language: 'text',
  branded: 'integer',
  is_fake: 'integer',
  state: 'text',
  retrieval: 'text',
  is_cited: 'integer',
  position: 'integer',
  rank_micros: 'integer',
  own_citations: 'integer',
  tracked_citations: 'integer',
  all_citations: 'integer',
  is_mentioned: 'integer',
  mentions: 'integer',
  brands_mentioned: 'integer',
  is_recommended: 'integer',
  sentiment_milli: 'integer',
  latency_ms: 'integer',
  attempts: 'integer',
  input_tokens: 'integer',
  output_tokens: 'integer',
  searches: 'integer',
  cost_micros: 'integer',
  error_code: 'text',
  http_status: 'integer',
  answer_hash: 'text',
} as const satisfies { [K in keyof CheckWrite['check']]: ListedColumn }

const SOURCE = {
  role: 'text',
  url: 'text',
  page_url: 'text',
  host: 'text',
  domain: 'text',
  title: 'text',
  cited_text: 'text',
  position: 'integer',
  spans: 'text',
  owner: 'text',
  competitor: 'text',
  category: 'text',
} as const satisfies { [K in keyof CheckWrite['sources'][number]]: ListedColumn }

const PLACE = { at: 'integer', check_num: 'integer' } as const
const SEQUENCE = { ...PLACE, seq: 'integer' } as const
const MENTION = { ...PLACE, name: 'text', is_own: 'integer', mentions: 'integer' } as const
const ANSWER = { ...PLACE, body: 'text' } as const

// @NOTE the keys of the objects are those that TypeScript knows of.
const CHECK_KEYS = Object.keys(CHECK) as (keyof typeof CHECK)[]
const SOURCE_KEYS = Object.keys(SOURCE) as (keyof typeof SOURCE)[]

const columnsOf = (kinds: Readonly<Record<string, ListedColumn>>) =>
  sql.join(Object.keys(kinds).map((column) => sql.ref(column)))
const listedOf = (kinds: Readonly<Record<string, ListedColumn>>) =>
  sql.join(Object.keys(kinds).map((column) => sql.ref(`listed.${column}`)))

const INSERT_CHECKS = prepareStatement(
  ['site', 'run', 'rows'],
  ({ site, run, rows }) => sql`INSERT INTO citation_check (site_num, run_num, ${columnsOf(CHECK)})
    SELECT ${site}, ${run}, ${listedOf(CHECK)} FROM ${valueRows('listed', CHECK, rows)}`,
)

const insertInto = (
  table: 'citation_source' | 'citation_mention' | 'citation_answer',
  kinds: Readonly<Record<string, ListedColumn>>,
) =>
  prepareStatement(
    ['site', 'rows'],
    ({ site, rows }) => sql`INSERT INTO ${sql.table(table)} (site_num, ${columnsOf(kinds)})
      SELECT ${site}, ${listedOf(kinds)} FROM ${valueRows('listed', kinds, rows)}`,
  )

const INSERT_SOURCES = insertInto('citation_source', { ...SEQUENCE, ...SOURCE })
const INSERT_MENTIONS = insertInto('citation_mention', MENTION)
const INSERT_ANSWERS = insertInto('citation_answer', ANSWER)

/**
 * Stores checks of a run with their sources, brands and texts of answers, by four statements for any number of checks.
 */
export async function insertChecks(
  trx: Trx,
  { siteNum: site, runNum: run }: { siteNum: number; runNum: number },
  writes: readonly CheckWrite[],
): Promise<void> {
  const checks = writes.map(({ check }) => CHECK_KEYS.map((key) => check[key]))
  await INSERT_CHECKS.rows(trx, { site, run, rows: JSON.stringify(checks) })
  const parts: [typeof INSERT_SOURCES, ListedRow[]][] = [
    [INSERT_SOURCES, writes.flatMap(sourceRows)],
    [INSERT_MENTIONS, writes.flatMap(mentionRows)],
    [INSERT_ANSWERS, writes.flatMap(answerRow)],
  ]
  for (const [statement, rows] of parts) {
    if (rows.length > 0) await statement.rows(trx, { site, rows: JSON.stringify(rows) })
  }
}

const sourceRows = ({ check: { at, num }, sources }: CheckWrite): ListedRow[] =>
  sources.map((source, seq) => [at, num, seq, ...SOURCE_KEYS.map((key) => source[key])])

const mentionRows = ({ check: { at, num }, mentions }: CheckWrite): ListedRow[] =>
  mentions.map((brand) => [at, num, brand.name, brand.is_own, brand.mentions])

const answerRow = ({ check: { at, num }, answer }: CheckWrite): ListedRow[] =>
  answer === null ? [] : [[at, num, answer]]
