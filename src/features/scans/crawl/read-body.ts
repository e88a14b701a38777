import type { Passage } from '../../../../db/scans/scan-rows.ts'
import { readPage } from '../../../core/html/read-page.ts'
import { toRecord } from '../page-record.ts'
import { passagesOf } from '../passages.ts'
import { Scope, type ScopedUrl } from './scope.ts'

/** An HTML answer, as a thread is given it. */
export interface Body {
  bytes: Uint8Array
  /** Of the page, as its site spells it. */
  url: string
  headers: Readonly<Record<string, string>>
  /** What the sitemap says, epoch ms. */
  modifiedAt: number | null
  /** Of the main text as it was last time, SHA-256 in hex. */
  knownHash: string | null
}

/** What a scan takes from a page; its texts are the page's own words and have no half characters. */
export interface BodyReading {
  isNoindex: boolean
  isEmpty: boolean
  /** Addresses of the same site, each once; none where the page says that links lead nowhere. */
  links: ScopedUrl[]
  title: string | null
  canonicalUrl: string | null
  /** Of the main text, SHA-256 in hex. */
  contentHash: string
  /** JSON of the page's facts. */
  record: string
  /** Absent where the main text is the one of last time. */
  passages: Passage[] | undefined
}

/** Reads one page; runs in a thread. Never throws, whatever the bytes. */
export function readBody({ bytes, url, headers, modifiedAt, knownHash }: Body): BodyReading {
  const facts = readPage(bytes, { url, contentType: headers['content-type'] ?? null, headers })
  const record = toRecord(facts, url, modifiedAt)
  return {
    isNoindex: facts.isNoindex,
    isEmpty: facts.mainText === '',
    links: facts.isNofollow ? [] : linksOf(url, facts.links),
    title: record.title,
    canonicalUrl: record.canonicalUrl,
    contentHash: record.contentHash,
    record: JSON.stringify(record),
    passages: record.contentHash === knownHash ? undefined : passagesOf(facts.sections),
  }
}

function linksOf(url: string, links: readonly { url: string; isNofollow: boolean }[]): ScopedUrl[] {
  const scope = new Scope(url, { include: [], exclude: [] })
  const found = new Map<string, ScopedUrl>()
  for (const link of links) {
    const target = link.isNofollow ? undefined : scope.resolve(link.url)
    if (target) found.set(target.url, target)
  }
  return [...found.values()]
}
