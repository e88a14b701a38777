import { sql } from 'kysely'
import type { PageRecord } from '../../src/domain/page/page-record.ts'
import { jsonText, numberList, valueRows } from '../forms.ts'
import { passagesOfPage } from '../search/search-passages.ts'
import { URLS_PER_STATEMENT } from './add-urls.ts'
import { URL_STATES } from './scan-rows.ts'
import { scannedPages, type ScannedPageRow } from './scanned-pages.ts'
import { SiteStore } from '../site/site-store.ts'

/** The pages of one site by the state that scans found them in, such as active, excluded, redirected or gone. */
export class PageStateStore extends SiteStore {
  /** Returns those of some addresses of `origin` at which an active page is. */
  async activeAmong(urls: readonly string[], origin: string): Promise<string[]> {
    const found: string[] = []
    for (let from = 0; from < urls.length; from += URLS_PER_STATEMENT) {
      const some = urls.slice(from, from + URLS_PER_STATEMENT).map((url) => [url])
      const { rows } = await sql<{ url: string }>`
        SELECT list.url FROM ${valueRows('list', { url: 'text' }, some)}
        JOIN page AS p ON p.site_num = ${this.siteNum} AND p.path = substr(list.url, ${origin.length + 1})
        JOIN page_record AS r ON r.page_num = p.num
        WHERE r.state = 'active'`.execute(this.handles.read)
      found.push(...rows.map(({ url }) => url))
    }
    return found
  }

  /**
   * Returns the names and main texts of the active pages at some addresses of `origin`, each text cut at `maxChars`
   * characters.
   */
  async textsAmong(
    urls: readonly string[],
    { origin, maxChars }: { origin: string; maxChars: number },
  ): Promise<{ url: string; path: string; name: string | null; text: string }[]> {
    const found = []
    for (const url of urls) {
      const page = await scannedPages(this.handles.read)
        .where('page.site_num', '=', this.siteNum)
        .where('page.path', '=', url.slice(origin.length))
        .where('page_record.state', '=', 'active')
        .select(jsonText(sql<PageRecord>`page_record.record`, 'h1').as('h1'))
        .executeTakeFirst()
      if (!page) continue
      const passages = await passagesOfPage(this.handles.read, this.siteNum, page.num)
      const text = passages.map((passage) => passage.text).join('\n')
      found.push({
        url,
        path: page.path,
        name: page.h1 ?? page.title,
        text: text.slice(0, maxChars),
      })
    }
    return found
  }

  /**
   * Sets the state `excluded` for pages of which a scan found that robots.txt forbids them; returns the paths of all
   * forbidden pages.
   */
  async excludeForbidden(scanNum: number): Promise<Set<string>> {
    const { read, write } = this.handles
    const { rows: firsts } = await sql<{ url: string }>`
      SELECT url FROM scan_url
      WHERE scan_num = (SELECT num FROM scan WHERE num = ${scanNum} AND site_num = ${this.siteNum}) AND seq = 1`.execute(
      read,
    )
    const [first] = firsts
    if (!first) return new Set()
    // A scan reads from one origin, so all of its addresses begin with this one.
    const { origin } = new URL(first.url)
    const { rows } = await sql<{ num: number; path: string; state: string }>`
      SELECT p.num, p.path, r.state FROM scan_url AS u
      JOIN page AS p ON p.site_num = ${this.siteNum} AND p.path = substr(u.url, ${origin.length + 1})
      JOIN page_record AS r ON r.page_num = p.num
      WHERE u.scan_num = ${scanNum} AND u.state = ${URL_STATES.forbidden}`.execute(read)
    const open = rows.filter(({ state }) => state === 'active' || state === 'error')
    const nums = numberList(open.map(({ num }) => num))
    await sql`UPDATE page_record SET state = 'excluded'
      WHERE site_num = ${this.siteNum} AND page_num IN ${nums}`.execute(write)
    return new Set(rows.map(({ path }) => path))
  }

  /** Returns the addresses of pages that are gone, those that were requested longest ago first. */
  async goneUrls(limit: number): Promise<string[]> {
    const rows = await this.handles.read
      .selectFrom('page_record')
      .innerJoin('page', 'page.num', 'page_record.page_num')
      .select('page.url')
      .where('page_record.site_num', '=', this.siteNum)
      .where('page_record.state', '=', 'gone')
      .orderBy('page_record.last_scanned_at')
      .orderBy('page_record.page_num')
      .limit(limit)
      .execute()
    return rows.map(({ url }) => url)
  }

  /** Returns the pages behind a page number that a scan has met and that are not gone, in the order of numbers. */
  knownUrls(
    afterNum: number,
    limit: number,
  ): Promise<{ num: number; path: string; url: string }[]> {
    return this.handles.read
      .selectFrom('page_record')
      .innerJoin('page', 'page.num', 'page_record.page_num')
      .select(['page.num', 'page.path', 'page.url'])
      .where('page_record.site_num', '=', this.siteNum)
      .where('page_record.state', '!=', 'gone')
      .where('page_record.page_num', '>', afterNum)
      .orderBy('page_record.page_num')
      .limit(limit)
      .execute()
  }

  /**
   * Returns the pages behind a page number that a scan has read and that are in one of some states, by default `active`
   * or `excluded`, in the order of numbers.
   */
  readPages(
    afterNum: number,
    limit: number,
    states: readonly string[] = ['active', 'excluded'],
  ): Promise<ScannedPageRow[]> {
    return scannedPages(this.handles.read)
      .where('page_record.site_num', '=', this.siteNum)
      .where('page_record.state', 'in', states)
      .where('page_record.record', 'is not', null)
      .where('page_record.page_num', '>', afterNum)
      .orderBy('page_record.page_num')
      .limit(limit)
      .execute()
  }

  async hasExcluded(): Promise<boolean> {
    const row = await this.handles.read
      .selectFrom('page_record')
      .select('page_num')
      .where('site_num', '=', this.siteNum)
      .where('state', '=', 'excluded')
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  }

  async setStates(
    pageNums: readonly number[],
    state: 'active' | 'excluded' | 'redirected',
  ): Promise<void> {
    if (pageNums.length === 0) return
    await this.handles.write
      .updateTable('page_record')
      .set({ state })
      .where('site_num', '=', this.siteNum)
      .where('page_num', 'in', pageNums)
      .execute()
  }
}
