import { sql } from 'kysely'
import type { Trx } from '../tables/schema.ts'
import { siteToken } from './full-text.ts'
import { hasCjkRuns, toIndexText } from '../../src/domain/search/cjk-segmentation.ts'

interface PassageTexts {
  num: number
  title: string
  heading: string
  text: string
}

/** A page, and texts that have every character of its passages and its title; null for one that is not known. */
export interface IndexedPage {
  num: number
  texts: readonly (string | null)[]
}

/**
 * Puts the stored passages of pages of one site into the index. Words with spaces between them go there within the
 * database; others are read, since they must be cut.
 */
export async function indexPassages(
  trx: Trx,
  siteNum: number,
  pages: readonly IndexedPage[],
): Promise<void> {
  const plain: number[] = []
  const cut: number[] = []
  for (const { num, texts } of pages) {
    const isCut = texts.some((text) => text === null || hasCjkRuns(text))
    if (isCut) cut.push(num)
    else plain.push(num)
  }
  if (plain.length > 0) {
    await sql`INSERT INTO passage_text (rowid, site, title, heading, text)
      SELECT passage.num, ${siteToken(siteNum)}, COALESCE(page.title, ''), passage.heading, passage.text
      ${passagesOf(plain)}`.execute(trx)
  }
  if (cut.length === 0) return
  const { rows } = await sql<PassageTexts>`
    SELECT passage.num, COALESCE(page.title, '') AS title, passage.heading, passage.text
    ${passagesOf(cut)} ORDER BY passage.num`.execute(trx)
  const cells = rows.map(({ num, title, heading, text }) => [
    num,
    toIndexText(title),
    toIndexText(heading),
    toIndexText(text),
  ])
  await sql`INSERT INTO passage_text (rowid, site, title, heading, text)
    SELECT value ->> 0, ${siteToken(siteNum)}, value ->> 1, value ->> 2, value ->> 3
    FROM json_each(${JSON.stringify(cells)})`.execute(trx)
}

const passagesOf = (pageNums: readonly number[]) => sql`
  FROM passage JOIN page ON page.num = passage.page_num
  WHERE passage.page_num IN (SELECT value FROM json_each(${JSON.stringify(pageNums)}))`
