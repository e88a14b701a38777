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

/**
 * A page with texts that hold every character of its passages and of its title; null where such a text is not known.
 */
export interface IndexedPage {
  num: number
  texts: readonly (string | null)[]
}

/**
 * Adds the stored passages of some pages of one site to the index. Writing with spaces is copied within the database;
 * writing without spaces is read, since it must be cut into pairs.
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
