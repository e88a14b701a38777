import { hash } from 'node:crypto'
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
  /** Of the bytes, SHA-256 in hex. */
  bodyHash: string
  /** Of the main text, SHA-256 in hex. */
  contentHash: string
  /** JSON of the page's facts. */
  record: string
  /** JSON of the main text's pieces, as `[heading, text]` each; absent where the text is the one of last time. */
  passages: string | undefined
}

/** Reads pages; runs in a thread. Never throws, whatever the bytes. */
export const readBodies = (bodies: readonly Body[]): BodyReading[] => bodies.map(readBody)

function readBody({ bytes, url, headers, modifiedAt, knownHash }: Body): BodyReading {
  const facts = readPage(bytes, { url, contentType: headers['content-type'] ?? null, headers })
  const record = toRecord(facts, url, modifiedAt)
  return {
    isNoindex: facts.isNoindex,
    isEmpty: facts.mainText === '',
    links: facts.isNofollow ? [] : linksOf(url, facts.links),
    title: record.title,
    canonicalUrl: record.canonicalUrl,
    bodyHash: hash('sha256', bytes, 'hex'),
    contentHash: record.contentHash,
    record: JSON.stringify(record),
    passages: record.contentHash === knownHash ? undefined : passagesJson(facts.sections),
  }
}

/** One string is copied between threads, and bound to a statement, at a fraction of what many cost. */
const passagesJson = (sections: Parameters<typeof passagesOf>[0]): string =>
  JSON.stringify(
    passagesOf(sections).map(({ heading, text }) => [heading.toWellFormed(), text.toWellFormed()]),
  )

function linksOf(url: string, links: readonly { url: string; isNofollow: boolean }[]): ScopedUrl[] {
  const scope = new Scope(url, { include: [], exclude: [] })
  const found = new Map<string, ScopedUrl>()
  for (const link of links) {
    const target = link.isNofollow ? undefined : scope.resolve(link.url)
    if (target) found.set(target.url, target)
  }
  return [...found.values()]
}
