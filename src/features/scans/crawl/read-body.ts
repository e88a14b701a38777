import { hash } from 'node:crypto'
import { judgePage } from '../../../domain/ai-score/judge-page.ts'
import { readPage, type PageFacts } from '../../../domain/html/read-page.ts'
import { toPageRecord } from '../page-record.ts'
import { passagesOf } from '../passages.ts'
import { CrawlScope, type ScopedUrl } from './crawl-scope.ts'

/** An HTML answer, as a thread is given it. */
export interface PageBody {
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
export interface ReadBody {
  isNoindex: boolean
  isEmpty: boolean
  /** Addresses of the same site, each once; none where the page says that links lead nowhere. */
  links: ScopedUrl[]
  title: string | null
  canonicalUrl: string | null
  /** Where the page says that it stands, if that is another address of the same site. */
  copyOf: ScopedUrl | undefined
  /** Of the bytes, SHA-256 in hex. */
  bodyHash: string
  /** Of the main text, SHA-256 in hex. */
  contentHash: string
  /** JSON of the page's facts, and its SHA-256 in hex. */
  record: string
  recordHash: string
  /** JSON of what the checks of the score find on the page; absent where the page wants no index to have it. */
  judged: string | undefined
  /** JSON of the main text's pieces, as `[heading, text]` each; absent where the text is the one of last time. */
  passages: string | undefined
}

/** Reads pages; runs in a thread. Never throws, whatever the bytes. */
export const readBodies = (bodies: readonly PageBody[]): ReadBody[] => bodies.map(readBody)

function readBody(body: PageBody): ReadBody {
  const { bytes, url, headers, modifiedAt, knownHash } = body
  const facts = readPage(bytes, { url, contentType: headers['content-type'] ?? null, headers })
  const record = toPageRecord(facts, url, modifiedAt)
  const json = JSON.stringify(record)
  const { isScanNoindex: isNoindex, isScanNofollow } = facts.robots
  const scope = new CrawlScope(url, { include: [], exclude: [] })
  return {
    isNoindex,
    isEmpty: facts.mainText === '',
    links: isScanNofollow ? [] : linksOf(scope, facts.links),
    title: record.title,
    canonicalUrl: record.canonicalUrl,
    copyOf: scope.other(url, record.canonicalUrl),
    bodyHash: hash('sha256', bytes, 'hex'),
    contentHash: facts.contentHash,
    record: json,
    recordHash: hash('sha256', json, 'hex'),
    judged: isNoindex ? undefined : judgement(body, facts),
    passages: facts.contentHash === knownHash ? undefined : passagesJson(facts.sections),
  }
}

const judgement = ({ bytes, url, headers, modifiedAt }: PageBody, facts: PageFacts): string =>
  judgePage({
    url,
    // An answer that is no page is not read, and one that was cut is longer than a page should be all the same.
    status: 200,
    isTruncated: false,
    headers,
    facts,
    body: bytes,
    sitemapLastmod: modifiedAt === null ? null : new Date(modifiedAt).toISOString(),
  })

/** One string is copied between threads, and bound to a statement, at a fraction of what many cost. */
const passagesJson = (sections: Parameters<typeof passagesOf>[0]): string =>
  JSON.stringify(
    passagesOf(sections).map(({ heading, text }) => [heading.toWellFormed(), text.toWellFormed()]),
  )

function linksOf(
  scope: CrawlScope,
  links: readonly { url: string; isNofollow: boolean }[],
): ScopedUrl[] {
  const found = new Map<string, ScopedUrl>()
  for (const link of links) {
    const target = link.isNofollow ? undefined : scope.resolve(link.url)
    if (target) found.set(target.url, target)
  }
  return [...found.values()]
}
