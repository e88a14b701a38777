import { sql } from 'kysely'
import type { PageRecord } from '../../src/domain/page/page-record.ts'
import { jsonText, numberList, valueRows, withoutIndex } from '../forms.ts'
import { stepTransaction } from '../step-transaction.ts'
import type { Trx } from '../tables/schema.ts'
import { SiteStore } from '../site/site-store.ts'
import { indexTitles } from './store-pages.ts'

/** A page with the title that it states, and the title that it is shown by. */
export interface NamedPage {
  num: number
  path: string
  /** The title that the page is shown by among the pages of its site. */
  title: string | null
  state: string
  statedTitle: string | null
  h1: string | null
  /** The beginnings of the page's sections, as JSON. */
  leads: string | null
  language: string | null
  textLanguage: string | null
  statedLanguage: string | null
}

/** The rows that one transaction writes, so that other writers get in between. */
const STEP_ROWS = 500

/** The titles and languages of the pages of one site, as they are found by a look at the whole site. */
export class PageNameStore extends SiteStore {
  /** Returns the pages behind a page number that a scan has read, in the order of numbers. */
  async read(afterNum: number, limit: number): Promise<NamedPage[]> {
    const record = sql<PageRecord>`r.record`
    const { rows } = await sql<NamedPage>`
      SELECT p.num, p.path, p.title, r.state, ${jsonText(record, 'title')} AS "statedTitle", ${jsonText(record, 'h1')} AS h1,
        ${jsonText(record, 'leads')} AS leads, ${jsonText(record, 'language')} AS language,
        ${jsonText(record, 'textLanguage')} AS "textLanguage", ${jsonText(record, 'statedLanguage')} AS "statedLanguage"
      FROM page_record AS r JOIN page AS p ON p.num = r.page_num
      WHERE r.site_num = ${this.siteNum} AND r.record IS NOT NULL AND r.page_num > ${afterNum}
      ORDER BY r.page_num LIMIT ${limit}`.execute(this.handles.scan)
    return rows
  }

  /** Returns the active pages that state this title themselves, in the order of their paths. */
  async titledAlike(
    title: string,
    limit: number,
  ): Promise<{ url: string; canonicalUrl: string | null }[]> {
    const { rows } = await sql<{ url: string; canonicalUrl: string | null }>`
      SELECT p.url, COALESCE(r.ignored_canonical_url, r.canonical_url) AS "canonicalUrl"
      FROM page_record AS r JOIN page AS p ON p.num = r.page_num
      WHERE r.site_num = ${this.siteNum} AND r.state = 'active'
        AND ${jsonText(sql<PageRecord>`r.record`, 'title')} = ${title}
      ORDER BY p.path LIMIT ${limit}`.execute(this.handles.scan)
    return rows
  }

  /** Stores the titles that pages are shown by. The prompts of the pages, which name these titles, become due again. */
  async rename(pages: readonly Pick<NamedPage, 'num' | 'path' | 'title'>[]): Promise<void> {
    const { siteNum } = this
    await this.#inSteps(pages, async (trx, step) => {
      const rows = step.map(({ num, title }) => [num, title])
      await sql`UPDATE page SET title = named.title
        FROM ${valueRows('named', { num: 'integer', title: 'text' }, rows)}
        WHERE page.num = named.num AND ${withoutIndex('page.site_num')} = ${siteNum}`.execute(trx)
      await indexTitles({ trx, siteNum }, step)
    })
  }

  /**
   * Stores the languages of pages whose texts do not show them. Analyses of these pages, made by other languages, are
   * deleted, and their prompts become due again.
   */
  async setLanguages(
    pages: readonly { num: number; language: string }[],
    withLanguage: (record: string, language: string) => string,
  ): Promise<void> {
    await this.#inSteps(pages, async (trx, step) => {
      const nums = numberList(step.map(({ num }) => num))
      const ofSite = sql`page_num IN ${nums} AND ${withoutIndex('site_num')} = ${this.siteNum}`
      const { rows: records } = await sql<{ num: number; record: string }>`
        SELECT page_num AS num, record FROM page_record WHERE ${ofSite} AND record IS NOT NULL`.execute(
        trx,
      )
      const languages = new Map(step.map(({ num, language }) => [num, language]))
      const rows = records.map(({ num, record }) => [
        num,
        withLanguage(record, languages.get(num) ?? ''),
      ])
      await sql`UPDATE page_record SET record = named.record
        FROM ${valueRows('named', { num: 'integer', record: 'text' }, rows)}
        WHERE page_record.page_num = named.num`.execute(trx)
      await sql`DELETE FROM page_analysis WHERE ${ofSite}`.execute(trx)
    })
  }

  async #inSteps<P extends { num: number }>(
    pages: readonly P[],
    work: (trx: Trx, step: readonly P[]) => Promise<void>,
  ): Promise<void> {
    for (let from = 0; from < pages.length; from += STEP_ROWS) {
      const step = pages.slice(from, from + STEP_ROWS)
      await stepTransaction(this.handles.write, async (trx) => {
        await work(trx, step)
        await sql`UPDATE prompt SET basis = ${DUE} WHERE page_num IN ${numberList(step.map(({ num }) => num))}
          AND ${withoutIndex('site_num')} = ${this.siteNum}`.execute(trx)
      })
    }
  }
}

/**
 * The basis of a prompt that is due: no prompt is made on it. An empty basis would say that the page is not analysed.
 */
const DUE = 'named'
