import { readRecord } from '../../../src/domain/page/page-record.ts'
import type { SqliteConnection } from '../connect.ts'

/** Headings that are held, over all pages: about ten megabytes with what is made of them. */
const MAX_CACHED_HEADINGS = 50_000

interface CachedHeadings {
  /** SHA-256 of the body that they were read from, hex. */
  body: string
  headings: readonly string[]
}

/**
 * What scans found as title and headings of pages, title first. The same list is given until a scan reads another body,
 * so that readers may keep what they make of it by the list itself. A rollback changes nothing here: what is held is
 * compared with the page's record each time. Used only inside the writer's transaction.
 */
export class PageHeadings {
  /** In the order of their use, the oldest first. @NOTE no BoundedMap: it counts headings, not pages. */
  readonly #held = new Map<number, CachedHeadings>()
  #count = 0
  readonly #findBody
  readonly #findRecord

  constructor(connection: SqliteConnection) {
    // The columns before `record`, which is long: the row is not read beyond them.
    this.#findBody = connection.prepare<[number], { body: string }>(
      'SELECT hex(body_hash) AS body FROM page_record WHERE page_num = ? AND record IS NOT NULL',
    )
    this.#findRecord = connection.prepare<[number], { record: string }>(
      'SELECT record FROM page_record WHERE page_num = ?',
    )
  }

  /** Title and headings of a page; null where no scan has read it. */
  of(pageNum: number): readonly string[] | null {
    const found = pageNum > 0 ? this.#findBody.get(pageNum) : undefined
    if (!found) return null
    const held = this.#held.get(pageNum)
    if (held) this.#drop(pageNum, held)
    const fresh = held?.body === found.body ? held : { ...found, headings: this.#read(pageNum) }
    this.#keep(pageNum, fresh)
    return fresh.headings
  }

  #read(pageNum: number): readonly string[] {
    const record = readRecord(this.#findRecord.get(pageNum)?.record ?? null)
    if (!record) return []
    const { title, h1, headings } = record
    return [title, h1, ...headings.map(({ text }) => text)].filter((text) => text !== null)
  }

  #keep(pageNum: number, held: CachedHeadings): void {
    this.#held.set(pageNum, held)
    this.#count += held.headings.length + 1
    for (const [oldest, dropped] of this.#held) {
      if (this.#count <= MAX_CACHED_HEADINGS) return
      this.#drop(oldest, dropped)
    }
  }

  #drop(pageNum: number, { headings }: CachedHeadings): void {
    this.#held.delete(pageNum)
    this.#count -= headings.length + 1
  }
}
