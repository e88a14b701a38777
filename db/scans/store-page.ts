import { sql } from 'kysely'
import { siteToken } from '../search/full-text.ts'
import type { Trx } from '../tables/schema.ts'
import type { PageWrite, Passage } from './scan-rows.ts'

export interface PageContext {
  trx: Trx
  siteNum: number
  scanNum: number
  at: number
  newPageId: () => string
}

/** Writes what one answer said of a page; what it did not say stays as it was. */
export async function storePage(context: PageContext, write: PageWrite): Promise<void> {
  const { trx, siteNum, scanNum, at } = context
  const pageNum = await pageOf(context, write)
  const { content } = write
  const seen = {
    state: write.state,
    http_status: write.httpStatus,
    missing: write.missing,
    target_url: write.targetUrl,
    scan_num: scanNum,
    last_scanned_at: at,
    ...(content && {
      canonical_url: content.canonicalUrl,
      etag: content.etag,
      last_modified: content.lastModified,
      content_hash: content.contentHash,
      body_hash: content.bodyHash,
      record: content.record,
      ...(content.passages && { last_changed_at: at }),
    }),
  }
  await trx
    .insertInto('page_record')
    .values({
      page_num: pageNum,
      site_num: siteNum,
      canonical_url: null,
      etag: null,
      last_modified: null,
      content_hash: null,
      body_hash: null,
      record: null,
      score: null,
      last_changed_at: null,
      ...seen,
    })
    .onConflict((conflict) => conflict.column('page_num').doUpdateSet(seen))
    .execute()
  if (content?.passages) await storePassages(context, pageNum, content.title, content.passages)
}

/** The page's number; a page that readers met before keeps its own, and takes the title that the scan read. */
async function pageOf({ trx, siteNum, at, newPageId }: PageContext, write: PageWrite) {
  const { path, url, content } = write
  const known = await trx
    .selectFrom('page')
    .select(['num', 'title'])
    .where('site_num', '=', siteNum)
    .where('path', '=', path)
    .executeTakeFirst()
  const title = content ? content.title : (known?.title ?? null)
  if (known && known.title === title) return known.num
  if (known) {
    await trx.updateTable('page').set({ title }).where('num', '=', known.num).execute()
    await sql`DELETE FROM page_text WHERE rowid = ${known.num}`.execute(trx)
  }
  const num = known?.num ?? (await insertPage())
  const words = path.replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
  await sql`INSERT INTO page_text (rowid, site, title, path)
    VALUES (${num}, ${siteToken(siteNum)}, ${title ?? ''}, ${words})`.execute(trx)
  return num

  async function insertPage(): Promise<number> {
    const { num: added } = await trx
      .insertInto('page')
      .values({
        id: newPageId(),
        site_num: siteNum,
        path,
        url,
        title,
        first_seen_at: at,
        last_seen_at: at,
      })
      .returning('num')
      .executeTakeFirstOrThrow()
    return added
  }
}

/** Two statements for all passages of a page, of the same text for every page: one for each would cost more than the page. */
async function storePassages(
  { trx, siteNum }: PageContext,
  pageNum: number,
  title: string | null,
  passages: readonly Passage[],
): Promise<void> {
  await sql`DELETE FROM passage_text WHERE rowid IN (SELECT num FROM passage WHERE page_num = ${pageNum})`.execute(
    trx,
  )
  await trx.deleteFrom('passage').where('page_num', '=', pageNum).execute()
  if (passages.length === 0) return
  await sql`INSERT INTO passage (page_num, site_num, heading, text)
    SELECT ${pageNum}, ${siteNum}, value ->> 'heading', value ->> 'text'
    FROM json_each(${JSON.stringify(passages)})`.execute(trx)
  await sql`INSERT INTO passage_text (rowid, site, title, heading, text)
    SELECT num, ${siteToken(siteNum)}, ${title ?? ''}, heading, text
    FROM passage WHERE page_num = ${pageNum}`.execute(trx)
}
