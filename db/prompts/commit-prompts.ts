import { sql, type RawBuilder } from 'kysely'
import type { Trx } from '../tables/schema.ts'
import type { PromptValues, PromptWrite, Reading } from './prompt-rows.ts'

/** Columns of a prompt that a page's new words may change, in the order of a row. */
const COLUMNS = [
  'id',
  'source',
  'state',
  'is_state_set',
  'page_type',
  'language',
  'primary_kind',
  'kinds',
  'templates',
  'questions',
  'rules',
  'generator',
  'is_locked',
  'is_stale',
  'content_hash',
  'content_sketch',
  'record_hash',
  'basis',
  'version',
  'created_at',
  'updated_at',
  'updated_by',
] as const satisfies readonly (keyof PromptValues)[]

type Unnamed = Exclude<keyof PromptValues, (typeof COLUMNS)[number]>
type Prompted = PromptWrite & { prompt: NonNullable<PromptWrite['prompt']> }

// A column that is added to the table and not to the list does not compile.
const NAMES: readonly (keyof PromptValues)[] = COLUMNS satisfies [Unnamed] extends [never]
  ? typeof COLUMNS
  : never

const names = sql.raw(NAMES.join(', '))
/** A row is `[page, version before, ...columns]`. */
const values = sql.raw(NAMES.map((_, i) => `value ->> ${i + 2}`).join(', '))
const assignments = sql.raw(NAMES.map((name, i) => `${name} = value ->> ${i + 2}`).join(', '))

// The plus before `site_num` has rows found by their page: by their site, each statement would look at all of its pages.

const json = (rows: readonly unknown[]): string => JSON.stringify(rows)

/**
 * Writes what was made of some pages, as far as neither page nor prompt has changed meanwhile; answers the numbers of the
 * pages that it wrote. A handful of statements for any number of pages.
 */
export async function commitPrompts(
  trx: Trx,
  siteNum: number,
  writes: readonly PromptWrite[],
): Promise<number[]> {
  const current = await unchangedPages(trx, siteNum, writes)
  const prompted = current.filter((write): write is Prompted => write.prompt !== undefined)
  const changed = prompted.filter((write) => !isNew(write))
  const saved = new Set([
    ...(await savePrompts(trx, siteNum, prompted.filter(isNew), insertion)),
    ...(await savePrompts(trx, siteNum, changed, update)),
  ])
  const written = current.filter(({ pageNum, prompt }) => !prompt || saved.has(pageNum))
  const records = json(written.map(({ pageNum, record }) => [pageNum, record.after]))
  await sql`UPDATE page_record SET record = value ->> 1 FROM json_each(${records})
    WHERE page_num = value ->> 0 AND +site_num = ${siteNum}`.execute(trx)
  const findings = json(written.map(({ pageNum, findings: found }) => [pageNum, found]))
  await sql`UPDATE page_reading SET findings = value ->> 1 FROM json_each(${findings})
    WHERE page_num = value ->> 0 AND +site_num = ${siteNum}`.execute(trx)
  return written.map(({ pageNum }) => pageNum)
}

/** The pages whose records are those that prompts were made of; the others were scanned meanwhile, and are due again. */
async function unchangedPages(
  trx: Trx,
  siteNum: number,
  writes: readonly PromptWrite[],
): Promise<PromptWrite[]> {
  if (writes.length === 0) return []
  const rows = await trx
    .selectFrom('page_record')
    .select(['page_num', 'record'])
    .where(sql`+site_num`, '=', siteNum)
    .where(
      'page_num',
      'in',
      writes.map(({ pageNum }) => pageNum),
    )
    .execute()
  const recordOf = new Map(rows.map(({ page_num, record }) => [page_num, record]))
  return writes.filter(({ pageNum, record }) => recordOf.get(pageNum) === record.before)
}

const rowOf = ({ pageNum, prompt }: Prompted): unknown[] => [
  pageNum,
  prompt.versionBefore,
  ...NAMES.map((name) => prompt.values[name]),
]

const isNew = ({ prompt }: Prompted): boolean => prompt.versionBefore === null

/** Answers the pages whose prompts it wrote, of rows as `rowOf` makes them, in JSON. */
type Statement = (siteNum: number, rows: string) => RawBuilder<{ page_num: number }>

const insertion: Statement = (siteNum, rows) => sql`
  INSERT INTO prompt (page_num, site_num, ${names})
  SELECT value ->> 0, ${siteNum}, ${values} FROM json_each(${rows}) WHERE true
  ON CONFLICT (page_num) DO NOTHING RETURNING page_num`

const update: Statement = (siteNum, rows) => sql`
  UPDATE prompt SET ${assignments} FROM json_each(${rows})
  WHERE page_num = value ->> 0 AND +site_num = ${siteNum} AND version = value ->> 1
  RETURNING page_num`

async function savePrompts(
  trx: Trx,
  siteNum: number,
  writes: readonly Prompted[],
  statement: Statement,
): Promise<number[]> {
  if (writes.length === 0) return []
  const { rows } = await statement(siteNum, json(writes.map(rowOf))).execute(trx)
  return rows.map(({ page_num }) => page_num)
}

/** Keeps what was read of some pages, instead of what was before; nothing of a site that was deleted meanwhile. */
export async function saveReadings(
  trx: Trx,
  siteNum: number,
  readings: readonly Reading[],
): Promise<void> {
  const rows = readings.map(({ pageNum, recordHash, phrases, findings }) => [
    pageNum,
    recordHash,
    Buffer.from(phrases).toString('hex'),
    findings,
  ])
  await sql`INSERT INTO page_reading (page_num, site_num, record_hash, phrases, findings)
    SELECT value ->> 0, ${siteNum}, value ->> 1, unhex(value ->> 2), value ->> 3
    FROM json_each(${json(rows)}) WHERE EXISTS (SELECT 1 FROM site WHERE num = ${siteNum})
    ON CONFLICT (page_num) DO UPDATE SET record_hash = excluded.record_hash, phrases = excluded.phrases,
      findings = excluded.findings`.execute(trx)
}
