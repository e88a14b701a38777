import { sql, type RawBuilder } from 'kysely'
import { withoutIndex, valueRows, type ListedColumn } from '../forms.ts'
import type { Trx } from '../tables/schema.ts'
import type { PromptValues, PromptWrite } from './prompt-rows.ts'

/** The columns of a prompt that a change of its page may change, with their types, in the order of a listed row. */
const COLUMNS: Readonly<Record<keyof PromptValues, ListedColumn>> = {
  id: 'text',
  source: 'text',
  state: 'text',
  is_state_set: 'integer',
  page_type: 'text',
  is_type_ruled: 'integer',
  tags: 'text',
  language: 'text',
  primary_kind: 'text',
  kinds: 'text',
  templates: 'text',
  questions: 'text',
  rules: 'text',
  generator: 'text',
  is_locked: 'integer',
  is_stale: 'integer',
  content_hash: 'text',
  content_sketch: 'text',
  record_hash: 'text',
  basis: 'text',
  version: 'integer',
  created_at: 'integer',
  updated_at: 'integer',
  updated_by: 'text',
}

// @NOTE the keys of a literal; Object.keys forgets their type.
const NAMES = Object.keys(COLUMNS) as (keyof PromptValues)[]

type Prompted = PromptWrite & { prompt: NonNullable<PromptWrite['prompt']> }

const names = sql.raw(NAMES.join(', '))
const values = sql.raw(NAMES.map((name) => `made.${name}`).join(', '))
const assignments = sql.raw(NAMES.map((name) => `${name} = made.${name}`).join(', '))

/**
 * Returns a condition that holds for the rows of a site, without the index on the site, by which each statement would
 * look at all of the site's pages.
 */
const ofSite = (table: string, siteNum: number) =>
  sql<boolean>`${withoutIndex(`${table}.site_num`)} = ${siteNum}`

/**
 * Writes the prompts of some pages, except where the page or its prompt has changed meanwhile; returns the numbers of
 * the pages whose prompts it wrote. It takes a handful of statements for any number of pages.
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
  return current.flatMap(({ pageNum, prompt }) => (!prompt || saved.has(pageNum) ? pageNum : []))
}

/**
 * Returns the numbers of those pages that still have the record which the prompt was made of; the others were scanned
 * meanwhile and are due again.
 */
async function unchangedPages(
  trx: Trx,
  siteNum: number,
  writes: readonly PromptWrite[],
): Promise<PromptWrite[]> {
  if (writes.length === 0) return []
  const rows = await trx
    .selectFrom('page_record')
    .select(['page_num', 'record_hash'])
    .where(ofSite('page_record', siteNum))
    .where(
      'page_num',
      'in',
      writes.map(({ pageNum }) => pageNum),
    )
    .execute()
  const hashOf = new Map(rows.map(({ page_num, record_hash }) => [page_num, record_hash]))
  return writes.filter(({ pageNum, recordHash }) => hashOf.get(pageNum) === recordHash)
}

/** Returns a table `made` for a FROM, with a row for each prompt. */
const madeRows = (writes: readonly Prompted[]) =>
  valueRows(
    'made',
    { page_num: 'integer', version_before: 'integer', ...COLUMNS },
    writes.map(({ pageNum, prompt }) => [
      pageNum,
      prompt.versionBefore,
      ...NAMES.map((name) => prompt.values[name]),
    ]),
  )

const isNew = ({ prompt }: Prompted): boolean => prompt.versionBefore === null

/** A function that builds a statement which writes prompts and returns the pages of those that it wrote. */
type Statement = (siteNum: number, made: RawBuilder<unknown>) => RawBuilder<{ page_num: number }>

const insertion: Statement = (siteNum, made) => sql`
  INSERT INTO prompt (page_num, site_num, ${names})
  SELECT made.page_num, ${siteNum}, ${values} FROM ${made} WHERE true
  ON CONFLICT (page_num) DO NOTHING RETURNING page_num`

const update: Statement = (siteNum, made) => sql`
  UPDATE prompt SET ${assignments} FROM ${made}
  WHERE prompt.page_num = made.page_num AND ${ofSite('prompt', siteNum)} AND prompt.version = made.version_before
  RETURNING prompt.page_num`

async function savePrompts(
  trx: Trx,
  siteNum: number,
  writes: readonly Prompted[],
  statement: Statement,
): Promise<number[]> {
  if (writes.length === 0) return []
  const { rows } = await statement(siteNum, madeRows(writes)).execute(trx)
  return rows.map(({ page_num }) => page_num)
}
