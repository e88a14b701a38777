import { sql, type Kysely } from 'kysely'
import { addColumn, createTable } from '../ddl.ts'
import { pathWords, siteToken } from '../search/full-text.ts'

/**
 * Adds the columns that bound visitors' words: the asker of a question (hash of the address), the site whose visitors
 * first sent an engine or a referrer, and deletions of questions that are under way. It also takes back facts that
 * visitors gave about pages: their addresses follow the site's, and scanned pages keep the scan's title.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumn(db, 'question', 'asker BYTES')
  await addColumn(db, 'term', 'site_num BIGINT NOT NULL DEFAULT 0')
  await sql`CREATE INDEX term_by_site ON term (site_num)`.execute(db)
  await createTable(db, 'question_purge', [
    'site_num BIGINT NOT NULL PRIMARY KEY',
    'last_question BIGINT NOT NULL',
    'last_topic BIGINT NOT NULL',
  ])
  await takeOwnersAddress(db)
  await takeScannedTitles(db)
}

/** Gives pages that no scan has met the origin of their site's start page. */
async function takeOwnersAddress(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ num: number; url: string }>`SELECT num, url FROM site`.execute(db)
  for (const { num, url } of rows) {
    await sql`UPDATE page SET url = ${new URL(url).origin} || path
      WHERE site_num = ${num} AND NOT EXISTS (SELECT 1 FROM page_record WHERE page_num = page.num)`.execute(
      db,
    )
  }
}

/** Removes the title that visitors gave to a page that a scan found without one. */
async function takeScannedTitles(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ num: number; site_num: number; path: string }>`
    SELECT page.num, page.site_num, page.path FROM page JOIN page_record ON page_record.page_num = page.num
    WHERE page.title IS NOT NULL AND record IS NOT NULL AND record ->> '$.title' IS NULL`.execute(
    db,
  )
  for (const { num, site_num: siteNum, path } of rows) {
    await sql`UPDATE page SET title = NULL WHERE num = ${num}`.execute(db)
    await sql`DELETE FROM page_text WHERE rowid = ${num}`.execute(db)
    await sql`INSERT INTO page_text (rowid, site, title, path)
      VALUES (${num}, ${siteToken(siteNum)}, '', ${pathWords(path)})`.execute(db)
  }
}
