import { hash } from 'node:crypto'
import type { PageContent } from '../../../../db/scans/scan-rows.ts'
import { judgePage } from '../../../domain/ai-score/judge-page.ts'
import { JUDGED_BY } from '../../../domain/ai-score/rubric-version.ts'
import { sketchOf } from '../../../domain/prompts/content-sketch.ts'
import { MAX_SKETCHED } from '../../../domain/scans/shared-canonical.ts'
import { readPage, type ParsedPage } from '../../../domain/html/read-page.ts'
import { toPageRecord } from '../page-record.ts'
import { passagesOf } from '../passages.ts'
import { CrawlScope, type ScopedUrl } from './crawl-scope.ts'

/** An HTML answer, in the form in which a thread gets it. */
export interface PageBody {
  bytes: Uint8Array
  /** The address of the page, as its site spells it. */
  url: string
  headers: Readonly<Record<string, string>>
  /** The date of the page in the sitemap, epoch ms; null without one. */
  modifiedAt: number | null
  /** The further hosts of the site, besides that of `url`. */
  hosts: readonly string[]
  /** The parameters that tell the site's pages apart, if the owner named them; else null. */
  parameters: readonly string[] | null
  /** The SHA-256 of the page's main text at the last scan, in hex; null without one. */
  knownHash: string | null
  /** The present time, epoch ms. */
  now: number
  /** The owner's selector of the place for the widget; null without one. */
  placeSelector: string | null
  /** True where the answer was too long, so that the end of the page was cut off. */
  isCut: boolean
}

/** The facts that a scan keeps of a page; texts in them are the page's own words, in well-formed Unicode. */
export interface ReadBody {
  isNoindex: boolean
  /** True where the page names a day after which search engines must not show it. */
  hasEnd: boolean
  isEmpty: boolean
  /** The addresses of the same site to which the page links, each once; an empty list where the page says nofollow. */
  links: ScopedUrl[]
  /** The first addresses of other hosts to which the page links, each once. */
  elsewhere: string[]
  /** The parameters of the page's forms that readers type into. */
  typedParameters: string[]
  title: string | null
  canonicalUrl: string | null
  /** Another address, of any host, to which the page sends its readers at once; null where it does not. */
  refreshUrl: string | null
  /** The canonical address of the page, if that is another address of the same site. */
  copyOf: ScopedUrl | undefined
  /**
   * A sketch of the main text, by which texts are compared; absent for a page that names no other address as canonical.
   */
  sketch: string | undefined
  /** The first heading of the page, else its title. */
  name: string | null
  /** The SHA-256 of the bytes, in hex. */
  bodyHash: string
  /** The SHA-256 of the main text, in hex. */
  contentHash: string
  /** The page record as JSON, and its SHA-256 in hex. */
  record: string
  /**
   * The hash of the record and of the version of the code that made it: conclusions from a record of another version
   * are made again.
   */
  recordHash: string
  /** The findings of the score's checks on the page, as JSON; absent where the page says noindex. */
  judged: string | undefined
  /** The result of looking for the place that the owner's selector names; absent without a selector. */
  place: PageContent['place']
  /**
   * The passages of the main text as JSON, `[heading, text]` each; absent where the text is the same as at the last
   * scan.
   */
  passages: string | undefined
}

/** Parses pages, in a thread. It never rejects, for any bytes. */
export async function readBodies(bodies: readonly PageBody[]): Promise<ReadBody[]> {
  const read: ReadBody[] = []
  // One after the other, since a parsed page takes much memory.
  for (const body of bodies) read.push(await readBody(body))
  return read
}

async function readBody(body: PageBody): Promise<ReadBody> {
  const {
    bytes,
    url,
    headers,
    modifiedAt,
    knownHash,
    now,
    hosts,
    parameters,
    placeSelector: selector,
  } = body
  const contentType = headers['content-type'] ?? null
  const facts = readPage(bytes, { url, contentType, headers, now, selector })
  const isPoisoned = await hasPoisoned(facts.assistantPrompts)
  const record = toPageRecord(facts, url, { sitemapModifiedAt: modifiedAt, isPoisoned })
  const json = JSON.stringify(record)
  const { isScanNoindex: isNoindex, isScanNofollow } = facts.robots
  const scope = new CrawlScope(url, { include: [], exclude: [], hosts, parameters })
  const { own, elsewhere } = splitLinks(scope, facts.links)
  const copyOf = scope.other(url, record.canonicalUrl)
  return {
    isNoindex,
    hasEnd: facts.robots.hasEnd,
    isEmpty: facts.mainText === '',
    links: isScanNofollow ? [] : own,
    elsewhere,
    typedParameters: facts.typedParameters,
    title: record.title,
    canonicalUrl: record.canonicalUrl,
    refreshUrl: scope.resolve(facts.refreshUrl ?? url)?.url === url ? null : facts.refreshUrl,
    copyOf,
    sketch: copyOf && sketchOf(textOf(facts)),
    name: record.h1 ?? record.title,
    bodyHash: hash('sha256', bytes, 'hex'),
    contentHash: facts.contentHash,
    record: json,
    recordHash: hash('sha256', JUDGED_BY + json, 'hex'),
    place: placeOf(body, facts),
    judged: isNoindex ? undefined : judgement(body, facts),
    passages: facts.contentHash === knownHash ? undefined : passagesJson(facts.sections),
  }
}

/**
 * Returns whether the page has the place that the selector names; `isThere` is null where the page was cut off without
 * it. Undefined without a selector.
 */
function placeOf({ placeSelector, isCut }: PageBody, { hasPlace }: ParsedPage): ReadBody['place'] {
  if (placeSelector === null) return undefined
  return { selector: placeSelector, isThere: isCut && !hasPlace ? null : hasPlace }
}

/** Returns the main text as search has it, as much of it as tells pages apart. */
const textOf = ({ sections }: ParsedPage): string =>
  passagesOf(sections)
    .map(({ text }) => text)
    .join('\n')
    .slice(0, MAX_SKETCHED)

/**
 * True where a page links to an assistant with a prompt that misuses it. The linter is loaded only for such links,
 * since it is large.
 */
async function hasPoisoned(prompts: readonly string[]): Promise<boolean> {
  if (prompts.length === 0) return false
  const { isPoisoned } = await import('../../../domain/page/is-poisoned.ts')
  return prompts.some(isPoisoned)
}

const judgement = ({ bytes, url, headers, modifiedAt }: PageBody, facts: ParsedPage): string =>
  judgePage({
    url,
    // Only good answers are parsed here, and a truncated one is longer than a page should be all the same.
    status: 200,
    isTruncated: false,
    headers,
    facts,
    body: bytes,
    sitemapLastmod: modifiedAt === null ? null : new Date(modifiedAt).toISOString(),
  })

/**
 * Joins passages into one text, which is copied between threads and bound to a statement at a fraction of the cost of
 * many.
 */
const passagesJson = (sections: Parameters<typeof passagesOf>[0]): string =>
  JSON.stringify(
    passagesOf(sections).map(({ heading, text }) => [heading.toWellFormed(), text.toWellFormed()]),
  )

/** The most links to other hosts that are kept of one page. */
const MAX_ELSEWHERE = 50

function splitLinks(
  scope: CrawlScope,
  links: readonly { url: string; isNofollow: boolean }[],
): { own: ScopedUrl[]; elsewhere: string[] } {
  const own = new Map<string, ScopedUrl>()
  const elsewhere = new Set<string>()
  for (const { url, isNofollow } of links) {
    if (isNofollow) continue
    const target = scope.resolve(url)
    if (target) own.set(target.url, target)
    else if (elsewhere.size < MAX_ELSEWHERE) elsewhere.add(url)
  }
  return { own: [...own.values()], elsewhere: [...elsewhere] }
}
