import { sql, type Kysely, type RawBuilder } from 'kysely'
import { pathWords, siteToken } from '../search/full-text.ts'
import { hasCjkRuns, toIndexText } from '../../src/domain/search/cjk-segmentation.ts'

interface Indexed {
  index: string
  columns: readonly string[]
  /** Selects `num`, `site_num` and the indexed columns of all rows. */
  rows: RawBuilder<unknown>
}

const INDEXES: readonly Indexed[] = [
  {
    index: 'question_text',
    columns: ['text'],
    rows: sql`SELECT num, site_num, text FROM question WHERE text IS NOT NULL`,
  },
  {
    index: 'topic_text',
    columns: ['label'],
    rows: sql`SELECT num, site_num, label FROM topic`,
  },
  {
    index: 'page_text',
    columns: ['title', 'path'],
    rows: sql`SELECT num, site_num, COALESCE(title, '') AS title, path FROM page`,
  },
  {
    index: 'passage_text',
    columns: ['title', 'heading', 'text'],
    rows: sql`SELECT passage.num, passage.site_num, COALESCE(page.title, '') AS title, passage.heading, passage.text
      FROM passage JOIN page ON page.num = passage.page_num`,
  },
]

const STEP_ROWS = 1_000

type Row = Record<string, string | number> & { num: number; site_num: number }

/**
 * Indexes texts in scripts without spaces, and in Korean, again: cut into overlapping pairs of characters,
 * so that a word within a run of them is found.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const indexed of INDEXES) {
    let after = 0
    for (;;) {
      const rows = await readSome(db, indexed, after)
      await writeAnew(db, indexed, rows)
      const last = rows.at(-1)
      if (last === undefined) break
      after = last.num
    }
  }
}

/** Reads the next rows that are not all ASCII: only they can have such runs. */
async function readSome(
  db: Kysely<unknown>,
  { columns, rows: all }: Indexed,
  after: number,
): Promise<Row[]> {
  const isWide = columns.map(
    (column) => sql`octet_length(${sql.ref(column)}) > length(${sql.ref(column)})`,
  )
  const { rows } = await sql<Row>`SELECT * FROM (${all}) AS stored
    WHERE num > ${after} AND (${sql.join(isWide, sql` OR `)})
    ORDER BY num LIMIT ${STEP_ROWS}`.execute(db)
  return rows
}

async function writeAnew(
  db: Kysely<unknown>,
  { index, columns }: Indexed,
  rows: readonly Row[],
): Promise<void> {
  for (const row of rows) {
    const texts = columns.map((column) => String(row[column]))
    if (!texts.some(hasCjkRuns)) continue
    const cells = columns.map((column, i) =>
      column === 'path' ? pathWords(texts[i] ?? '') : toIndexText(texts[i] ?? ''),
    )
    await sql`DELETE FROM ${sql.ref(index)} WHERE rowid = ${row.num}`.execute(db)
    await sql`INSERT INTO ${sql.ref(index)} (${sql.join(['rowid', 'site', ...columns].map((name) => sql.ref(name)))})
      VALUES (${row.num}, ${siteToken(row.site_num)}, ${sql.join(cells)})`.execute(db)
  }
}
