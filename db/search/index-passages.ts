import { sql } from 'kysely'
import { numberList } from '../forms.ts'
import type { Trx } from '../tables/schema.ts'
import { addStoredWords, addWords } from './text-index.ts'
import { hasCjkRuns, toIndexText } from '../../src/domain/search/cjk-segmentation.ts'

interface PassageTexts {
  num: number
  title: string
  heading: string
  text: string
}

/** A page with texts that hold every character of its passages and its title; null where a text is not known. */
export interface IndexedPage {
  num: number
  texts: readonly (string | null)[]
}

/**
 * Puts the stored passages of pages of one site into the index. Spaced writing is copied within
 * the database; unspaced writing is read, since it must be cut.
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
    await addStoredWords('passage', siteNum, passagesOf(plain)).execute(trx)
  }
  if (cut.length === 0) return
  const { rows } = await sql<PassageTexts>`${passagesOf(cut)} ORDER BY passage.num`.execute(trx)
  const cells = rows.map(({ num, title, heading, text }) => [
    num,
    toIndexText(title),
    toIndexText(heading),
    toIndexText(text),
  ])
  await addWords('passage', siteNum, cells).execute(trx)
}

const passagesOf = (pageNums: readonly number[]) => sql`
  SELECT passage.num, COALESCE(page.title, '') AS title, passage.heading, passage.text
  FROM passage JOIN page ON page.num = passage.page_num
  WHERE passage.page_num IN ${numberList(pageNums)}`
