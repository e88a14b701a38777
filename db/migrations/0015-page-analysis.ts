import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { addColumn, createTable, dropColumn } from '../ddl.ts'

/** The text that a record with conclusions begins with, since they were written ahead of the scan's fields. */
const CONCLUDED = '{"type":'
const CONCLUSIONS = new Set(['type', 'typeSource', 'keyphrases', 'summary', 'tags'])

const STEP_ROWS = 200

interface Row {
  page_num: number
  site_num: number
  record: string
  record_hash: string | null
  findings: string | null
}

/** The fields of a record, or of its `findings`, that analysis wrote, and not the scan. */
interface Conclusions {
  type: string
  typeSource: string
  keyphrases: unknown[]
  summary: string
  tags?: string[]
  sketch?: string
}

/**
 * Copies the conclusions of a page's analysis to a table of its own, and the decisions of rules to the page's prompt.
 * The records keep both as well, but no code reads them there, and a scan that writes a record leaves them out.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumn(db, 'page_record', 'record_hash TEXT')
  await addColumn(db, 'prompt', 'is_type_ruled INTEGER NOT NULL DEFAULT 0')
  await addColumn(db, 'prompt', "tags TEXT NOT NULL DEFAULT '[]'")
  await createTable(db, 'page_analysis', [
    'page_num BIGINT PRIMARY KEY',
    'site_num BIGINT NOT NULL',
    'record_hash TEXT NOT NULL',
    'type TEXT NOT NULL',
    'type_source TEXT NOT NULL',
    'keyphrases TEXT NOT NULL',
    'summary TEXT NOT NULL',
    'sketch TEXT',
  ])
  await sql`CREATE INDEX page_analysis_by_site ON page_analysis (site_num)`.execute(db)
  for (let after = 0; ;) {
    const { rows } = await sql<Row>`
      SELECT r.page_num, r.site_num, r.record, n.record_hash, n.findings FROM page_record AS r
      LEFT JOIN page_reading AS n ON n.page_num = r.page_num
      WHERE r.record IS NOT NULL AND r.page_num > ${after} ORDER BY r.page_num LIMIT ${STEP_ROWS}`.execute(
      db,
    )
    for (const row of rows) await splitRecord(db, row)
    const last = rows.at(-1)
    if (!last) break
    after = last.page_num
  }
  await dropColumn(db, 'page_reading', 'findings')
}

async function splitRecord(db: Kysely<unknown>, row: Row): Promise<void> {
  // @NOTE scans wrote an object, and prompts put these fields into it.
  const fields = JSON.parse(row.record) as Conclusions
  const isConcluded = row.record.startsWith(CONCLUDED)
  const hash = hashOf(isConcluded ? withoutConclusions(fields) : row.record)
  await sql`UPDATE page_record SET record_hash = ${hash} WHERE page_num = ${row.page_num}`.execute(
    db,
  )
  if (isConcluded) {
    await sql`UPDATE prompt SET tags = ${JSON.stringify(fields.tags ?? [])},
      is_type_ruled = ${fields.typeSource === 'rule' ? 1 : 0} WHERE page_num = ${row.page_num}`.execute(
      db,
    )
  } else {
    // A scan wrote the record, and was cut short before rules were asked about it.
    await sql`UPDATE prompt SET record_hash = NULL WHERE page_num = ${row.page_num}`.execute(db)
  }
  const found = row.findings !== null && row.record_hash === hash ? row.findings : undefined
  // @NOTE written by prompts alone, as JSON of what they found.
  if (found !== undefined) await insertAnalysis(db, row, hash, JSON.parse(found) as Conclusions)
  // The page's own type is not known where a rule had set another.
  else if (isConcluded && fields.typeSource !== 'rule') await insertAnalysis(db, row, hash, fields)
}

async function insertAnalysis(
  db: Kysely<unknown>,
  { page_num: pageNum, site_num: siteNum }: Row,
  hash: string,
  { type, typeSource, keyphrases, summary, sketch }: Conclusions,
): Promise<void> {
  await sql`INSERT INTO page_analysis
    (page_num, site_num, record_hash, type, type_source, keyphrases, summary, sketch)
    VALUES (${pageNum}, ${siteNum}, ${hash}, ${type}, ${typeSource}, ${JSON.stringify(keyphrases)}, ${summary},
      ${sketch ?? null})`.execute(db)
}

const withoutConclusions = (fields: object): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(fields).filter(([name]) => !CONCLUSIONS.has(name))),
  )

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
