import { readRecord } from '../../../src/domain/page/page-record.ts'
import { primaryLanguage } from '../../../src/domain/prompts/language-tag.ts'
import { HeadingIndex } from '../../../src/domain/topics/headings.ts'
import type { SqliteConnection } from '../connect.ts'

/** The most headings that are cached of all pages together: about ten megabytes with what is derived from them. */
const MAX_CACHED_HEADINGS = 50_000

interface CachedHeadings {
  /** SHA-256, in hex, of the body of the page that the headings were read from. */
  body: string
  headings: HeadingIndex
}

/**
 * Reads the titles and headings that scans found on pages, title first. The same index is returned until a scan reads
 * another body of the page, so that each heading is read once. A rollback changes nothing here, since the cache is
 * compared with the page's record each time. It is used only inside the writer's transaction.
 */
export class PageHeadings {
  /**
   * The cached pages in the order of their use, oldest first.
   *
   * @NOTE no BoundedMap, since the bound counts headings, not pages.
   */
  readonly #held = new Map<number, CachedHeadings>()
  #count = 0
  readonly #findBody
  readonly #findRecord

  constructor(connection: SqliteConnection) {
    // Only columns before `record` are read, since that is long and the row is not read beyond them.
    this.#findBody = connection.prepare<[number], { body: string }>(
      'SELECT hex(body_hash) AS body FROM page_record WHERE page_num = ? AND record IS NOT NULL',
    )
    this.#findRecord = connection.prepare<[number], { record: string }>(
      'SELECT record FROM page_record WHERE page_num = ?',
    )
  }

  /** Returns the title and headings of a page; null where no scan has read the page. */
  of(pageNum: number): HeadingIndex | null {
    const found = pageNum > 0 ? this.#findBody.get(pageNum) : undefined
    if (!found) return null
    const held = this.#held.get(pageNum)
    if (held) this.#drop(pageNum, held)
    const fresh = held?.body === found.body ? held : { ...found, headings: this.#read(pageNum) }
    this.#keep(pageNum, fresh)
    return fresh.headings
  }

  #read(pageNum: number): HeadingIndex {
    const record = readRecord(this.#findRecord.get(pageNum)?.record ?? null)
    if (!record) return new HeadingIndex([])
    const { title, h1, headings, language } = record
    const texts = [title, h1, ...headings.map(({ text }) => text)]
    const known = texts.filter((text) => text !== null)
    return new HeadingIndex(known, primaryLanguage(language))
  }

  #keep(pageNum: number, held: CachedHeadings): void {
    this.#held.set(pageNum, held)
    this.#count += held.headings.texts.length + 1
    for (const [oldest, dropped] of this.#held) {
      if (this.#count <= MAX_CACHED_HEADINGS) return
      this.#drop(oldest, dropped)
    }
  }

  #drop(pageNum: number, { headings }: CachedHeadings): void {
    this.#held.delete(pageNum)
    this.#count -= headings.texts.length + 1
  }
}
