import { createGunzip } from 'node:zlib'
import { Readable } from 'node:stream'
import type { SitemapMark } from '../../domain/ai-score/observation.ts'
import { isSamePage, pageMark } from '../../domain/ai-score/same-page.ts'
import { readPage, type ParsedPage } from '../../domain/html/read-page.ts'
import { decodeText, TextPieces } from '../../lib/text/encoding/decode-text.ts'
import { SitemapReader, type SitemapEntry } from '../../domain/sitemap/sitemap-reader.ts'

/** The bytes of a page and its headers, in the form that a worker thread is given. */
export interface PageFile {
  bytes: Uint8Array
  url: string
  headers: Readonly<Record<string, string>>
  /** The present time in epoch milliseconds. */
  now: number
}

/** Parses a page; runs in a thread. Never throws, for any bytes. */
export const readPageFile = ({ bytes, url, headers, now }: PageFile): ParsedPage =>
  readPage(bytes, { url, contentType: headers['content-type'] ?? null, headers, now })

/** A file of a sitemap in the form that a worker thread is given; `target` is the page that is looked for in it. */
export interface SitemapFile {
  bytes: Uint8Array
  target: string
  contentType?: string | undefined
  /** True to return `marks` of all pages. */
  isListed?: boolean
}

/** The contents of one file of a sitemap. */
export interface SitemapReading {
  pages: number
  /** The number of sitemaps that the file lists as an index; `firstSitemaps` has the addresses of the first two. */
  sitemaps: number
  firstSitemaps: string[]
  /** The entry of the target page, null where the file does not list it; `lastmod` is ISO 8601. */
  own: { lastmod: string | null } | null
  /** A sample of the dates of other pages, ISO 8601. */
  lastmods: string[]
  /** True where all of the bytes could be read. */
  isWhole: boolean
  /** The marks of the listed pages, where `isListed` asked for them. */
  marks?: SitemapMark[]
}

/** The most files of an index that are fetched. */
export const MAX_CHILDREN = 2
export const MAX_LASTMODS = 200
const GZIP = [0x1f, 0x8b]
/** The most bytes of a gzip file that are read after decompression. */
const MAX_INFLATED = 8 * 1024 * 1024

/**
 * Parses a file of a sitemap, which may be gzip; of a broken or overlong file, the part before the break. Runs in a
 * thread.
 */
export async function readSitemapFile({
  bytes,
  target,
  contentType,
  isListed = false,
}: SitemapFile): Promise<SitemapReading> {
  const reading = new SitemapCollector(target, isListed)
  if (!GZIP.every((byte, i) => bytes[i] === byte)) {
    reading.add(decodeText(bytes, contentType))
    return reading.end(true)
  }
  const text = new TextPieces(contentType)
  let size = 0
  try {
    const unzipped: AsyncIterable<Buffer> = Readable.from([bytes]).pipe(createGunzip())
    for await (const piece of unzipped) {
      reading.add(text.push(piece))
      size += piece.length
      if (size > MAX_INFLATED) return reading.end(false)
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))) {
      throw error
    }
    reading.add(text.end())
    return reading.end(false)
  }
  reading.add(text.end())
  return reading.end(true)
}

/** Collects the reading of a sitemap entry by entry, so that a large sitemap is never held as a whole. */
class SitemapCollector {
  readonly #target: string
  readonly #reader = new SitemapReader()
  readonly #found: SitemapReading = {
    pages: 0,
    sitemaps: 0,
    firstSitemaps: [],
    own: null,
    lastmods: [],
    isWhole: true,
  }

  constructor(target: string, isListed: boolean) {
    this.#target = target
    if (isListed) this.#found.marks = []
  }

  add(text: string): void {
    for (const entry of this.#reader.push(text)) this.#note(entry)
  }

  end(isWhole: boolean): SitemapReading {
    for (const entry of this.#reader.end()) this.#note(entry)
    return { ...this.#found, isWhole: isWhole && !this.#reader.isTruncated }
  }

  #note({ kind, loc, lastmod }: SitemapEntry): void {
    const found = this.#found
    if (kind === 'sitemap') {
      found.sitemaps += 1
      if (found.firstSitemaps.length < MAX_CHILDREN) found.firstSitemaps.push(loc)
      return
    }
    found.pages += 1
    if (found.marks) found.marks.push([pageMark(loc) ?? '', lastmod ?? null])
    if (lastmod !== undefined && found.lastmods.length < MAX_LASTMODS) found.lastmods.push(lastmod)
    if (found.own === null && isSamePage(loc, this.#target)) {
      found.own = { lastmod: lastmod ?? null }
    }
  }
}
