import { sql } from 'kysely'
import { countOf } from '../count-of.ts'
import { withoutIndex, numberList, valueRows } from '../forms.ts'
import { stepTransaction } from '../step-transaction.ts'
import { scannedPages, type ScannedPageRow } from '../scans/scanned-pages.ts'
import { commitPrompts } from './commit-prompts.ts'
import { selectPrompts } from './select-prompts.ts'
import {
  type ListedPrompt,
  type PromptListQuery,
  type PromptRow,
  type PromptValues,
  type PromptWrite,
  type PagePhrases,
} from './prompt-rows.ts'
import { SiteStore } from '../site/site-store.ts'

/**
 * The text by which the stored JSON of questions shows a question of readers. It cannot stand in the words of a
 * question, where each quotation mark is escaped.
 */
const OF_READERS = '"origin":"reader"'

/** The prompts of one site. */
export class PromptStore extends SiteStore {
  /**
   * Returns the active pages behind a page number, in the order of numbers, and whether the prompt of each is due. A
   * prompt is due where the page has none or is not analysed, or where it was made of another record than the page has
   * now, or on another basis.
   */
  async activePages(
    afterNum: number,
    basisOf: (pageNum: number) => string,
    limit: number,
  ): Promise<{ num: number; isDue: boolean; isAnalysed: boolean }[]> {
    const rows = await this.handles.read
      .selectFrom('page_record')
      .leftJoin('page_analysis', 'page_analysis.page_num', 'page_record.page_num')
      .leftJoin('prompt', 'prompt.page_num', 'page_record.page_num')
      .select(['page_record.page_num', 'page_analysis.record_hash'])
      .select(['prompt.record_hash as made_of', 'prompt.basis as made_on'])
      .where('page_record.site_num', '=', this.siteNum)
      .where('page_record.state', '=', 'active')
      .where('page_record.record', 'is not', null)
      .where('page_record.page_num', '>', afterNum)
      .orderBy('page_record.page_num')
      .limit(limit)
      .execute()
    return rows.map(({ page_num: num, record_hash: hash, made_of: madeOf, made_on: madeOn }) => ({
      num,
      isDue: hash === null || madeOf !== hash || madeOn !== basisOf(num),
      isAnalysed: hash !== null && madeOn !== '',
    }))
  }

  /** Returns the numbers of the pages behind a page number, in order, whose prompts offer a question of readers. */
  async offeringReaders(afterNum: number, limit: number): Promise<number[]> {
    const rows = await this.handles.read
      .selectFrom('prompt')
      .select('page_num')
      .where('site_num', '=', this.siteNum)
      .where('page_num', '>', afterNum)
      .where(sql<boolean>`replace(questions, ${OF_READERS}, '') <> questions`)
      .orderBy('page_num')
      .limit(limit)
      .execute()
    return rows.map((row) => row.page_num)
  }

  pages(nums: readonly number[]): Promise<ScannedPageRow[]> {
    return scannedPages(this.handles.read)
      .where(withoutIndex('page.site_num'), '=', this.siteNum)
      .where('page.num', 'in', nums)
      .orderBy('page.num')
      .execute()
  }

  pagesByPath(paths: readonly string[]): Promise<ScannedPageRow[]> {
    return this.#pages().where('page.path', 'in', paths).execute()
  }

  pagesById(ids: readonly string[]): Promise<ScannedPageRow[]> {
    return this.#pages().where('page.id', 'in', ids).execute()
  }

  #pages() {
    return scannedPages(this.handles.read).where('page.site_num', '=', this.siteNum)
  }

  /** Returns the main text of a page, up to its first `maxPassages` passages. */
  async textOf(pageNum: number, maxPassages: number): Promise<string> {
    const rows = await this.handles.read
      .selectFrom('passage')
      .select('text')
      .where('page_num', '=', pageNum)
      .where('site_num', '=', this.siteNum)
      .orderBy('num')
      .limit(maxPassages)
      .execute()
    return rows.map(({ text }) => text).join('\n')
  }

  /** Returns a page's main text in passages, each with the heading above it. */
  passagesOf(pageNum: number): Promise<{ heading: string; text: string }[]> {
    return this.handles.read
      .selectFrom('passage')
      .select(['heading', 'text'])
      .where('page_num', '=', pageNum)
      .where('site_num', '=', this.siteNum)
      .orderBy('num')
      .execute()
  }

  /** Returns the main texts of pages by page number, each up to its first `maxPassages` passages. */
  async textsOf(pageNums: readonly number[], maxPassages: number): Promise<Map<number, string>> {
    if (pageNums.length === 0) return new Map()
    const { rows } = await sql<{ page_num: number; text: string }>`
      SELECT page_num, text FROM passage
      WHERE ${withoutIndex('site_num')} = ${this.siteNum} AND page_num IN ${numberList(pageNums)}
      ORDER BY page_num, num`.execute(this.handles.read)
    const pieces = new Map<number, string[]>(pageNums.map((num) => [num, []]))
    for (const { page_num: num, text } of rows) {
      const own = pieces.get(num)
      if (own && own.length < maxPassages) own.push(text)
    }
    return new Map([...pieces].map(([num, own]) => [num, own.join('\n')]))
  }

  async readings(pageNums: readonly number[]): Promise<PagePhrases[]> {
    const rows = await this.handles.read
      .selectFrom('page_reading')
      .selectAll()
      .where('site_num', '=', this.siteNum)
      .where('page_num', 'in', pageNums)
      .execute()
    return rows.map(({ page_num, record_hash, phrases }) => ({
      pageNum: page_num,
      recordHash: record_hash,
      phrases,
    }))
  }

  /** Returns the phrases of the pages behind a page number, in the order of numbers. */
  phrases(afterNum: number, limit: number): Promise<{ page_num: number; phrases: Uint8Array }[]> {
    return this.handles.read
      .selectFrom('page_reading')
      .select(['page_num', 'phrases'])
      .where('site_num', '=', this.siteNum)
      .where('page_num', '>', afterNum)
      .orderBy('page_num')
      .limit(limit)
      .execute()
  }

  /** Stores the phrases of some pages in place of earlier ones; stores nothing for a site that is deleted. */
  async savePhrases(readings: readonly PagePhrases[]): Promise<void> {
    const rows = readings.map(({ pageNum, recordHash, phrases }) => [
      pageNum,
      recordHash,
      Buffer.from(phrases).toString('hex'),
    ])
    await stepTransaction(this.handles.write, (trx) =>
      sql`INSERT INTO page_reading (page_num, site_num, record_hash, phrases)
        SELECT made.page_num, ${this.siteNum}, made.record_hash, made.phrases
        FROM ${valueRows('made', READING, rows)} WHERE EXISTS (SELECT 1 FROM site WHERE num = ${this.siteNum})
        ON CONFLICT (page_num) DO UPDATE SET record_hash = excluded.record_hash, phrases = excluded.phrases`.execute(
        trx,
      ),
    )
  }

  /** Returns the numbers of the pages behind a page number, in order, that have a prompt which is not locked. */
  async unlockedAfter(pageNum: number, limit: number): Promise<number[]> {
    const rows = await this.handles.read
      .selectFrom('prompt')
      .select('page_num')
      .where(withoutIndex('site_num'), '=', this.siteNum)
      .where('page_num', '>', pageNum)
      .where('is_locked', '=', 0)
      .orderBy('page_num')
      .limit(limit)
      .execute()
    return rows.map((row) => row.page_num)
  }

  /** Marks pages as due for a new analysis and a new prompt; locked prompts stay as they are. */
  async markDue(pageNums: readonly number[]): Promise<void> {
    await this.handles.write
      .updateTable('prompt')
      .set({ basis: '' })
      .where(withoutIndex('site_num'), '=', this.siteNum)
      .where('page_num', 'in', pageNums)
      .where('is_locked', '=', 0)
      .execute()
  }

  ofPages(pageNums: readonly number[]): Promise<PromptRow[]> {
    return this.handles.read
      .selectFrom('prompt')
      .selectAll()
      .where(withoutIndex('site_num'), '=', this.siteNum)
      .where('page_num', 'in', pageNums)
      .execute()
  }

  list(query: PromptListQuery): Promise<ListedPrompt[]> {
    return selectPrompts(this.handles.scan, this.siteNum, query)
  }

  /** Counts the prompts of active pages that wait for the approval of a person. */
  countToReview(): Promise<number> {
    return countOf(
      this.handles.scan
        .selectFrom('prompt')
        .innerJoin('page_record', 'page_record.page_num', 'prompt.page_num')
        .where('page_record.site_num', '=', this.siteNum)
        .where('page_record.state', '=', 'active')
        .where('prompt.state', 'in', ['draft', 'needs_review']),
    )
  }

  /** Writes prompts in one transaction; returns the numbers of the pages whose prompts it wrote. */
  commit(writes: readonly PromptWrite[]): Promise<number[]> {
    return this.inTransaction((trx) => commitPrompts(trx, this.siteNum, writes))
  }

  /**
   * Stores a prompt; returns false, and stores nothing, where the stored version is not `versionBefore` (null: there is
   * no prompt yet).
   */
  async save(
    pageNum: number,
    values: PromptValues,
    versionBefore: number | null,
  ): Promise<boolean> {
    const db = this.handles.write
    if (versionBefore === null) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('prompt')
        .values({ ...values, page_num: pageNum, site_num: this.siteNum })
        .onConflict((conflict) => conflict.column('page_num').doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n
    }
    const { numUpdatedRows } = await db
      .updateTable('prompt')
      .set(values)
      .where('page_num', '=', pageNum)
      .where('site_num', '=', this.siteNum)
      .where('version', '=', versionBefore)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }
}

const READING = { page_num: 'integer', record_hash: 'text', phrases: 'hex' } as const
