import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { SitemapAnswer } from '../../core/ai-score/observation.ts'
import { isSamePage } from '../../core/ai-score/same-page.ts'
import { SitemapReader, type SitemapEntry } from '../../core/sitemap/sitemap-reader.ts'
import { toAnswer, type Prober } from './prober.ts'

const MAX_CHILDREN = 2
const MAX_LASTMODS = 200
const GZIP = Buffer.from([0x1f, 0x8b])
/** What is read of a file that was compressed by its owner. */
const MAX_INFLATED = 8 * 1024 * 1024

/** The sitemap that robots.txt names first, or the one at the usual place; of an index its first two. */
export async function observeSitemap(
  prober: Prober,
  origin: string,
  named: readonly string[],
  target: string,
): Promise<SitemapAnswer> {
  const url = named[0] ?? `${origin}/sitemap.xml`
  const first = await read(prober, url)
  const children = first.entries.filter(({ kind }) => kind === 'sitemap')
  const pages = first.entries.filter(({ kind }) => kind === 'page')
  // Of several sitemaps one is a sample: what it leaves out may stand in the others.
  let isWhole = first.isWhole && children.length <= MAX_CHILDREN && named.length <= 1
  for (const { loc } of children.slice(0, MAX_CHILDREN)) {
    const child = await read(prober, loc)
    pages.push(...child.entries.filter(({ kind }) => kind === 'page'))
    isWhole = isWhole && child.isWhole
  }
  const own = pages.find(({ loc }) => isSamePage(loc, target))
  return {
    ...first.answer,
    isValid: pages.length > 0 || children.length > 0,
    containsTarget: own !== undefined ? true : isWhole ? false : null,
    targetLastmod: own?.lastmod ?? null,
    entries: pages.length,
    lastmods: pages.flatMap(({ lastmod }) => lastmod ?? []).slice(0, MAX_LASTMODS),
  }
}

async function read(prober: Prober, url: string) {
  const answer = await prober.ask('sitemap', url)
  const reader = new SitemapReader()
  const file = answer?.status === 200 ? await inflated(answer.body) : undefined
  const entries: SitemapEntry[] = file ? [...reader.push(file.text), ...reader.end()] : []
  const isWhole = file !== undefined && !file.isCut && !answer?.truncated && !reader.isTruncated
  return { answer: toAnswer(url, answer), entries, isWhole }
}

/** The text of a file that may be gzip; of one that is broken or too long, what stands before that. */
async function inflated(body: Buffer): Promise<{ text: string; isCut: boolean }> {
  if (!body.subarray(0, 2).equals(GZIP)) return { text: body.toString('utf8'), isCut: false }
  const pieces: Buffer[] = []
  let size = 0
  try {
    const unzipped: AsyncIterable<Buffer> = Readable.from([body]).pipe(createGunzip())
    for await (const piece of unzipped) {
      pieces.push(piece)
      size += piece.length
      if (size > MAX_INFLATED) return { text: textOf(pieces), isCut: true }
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))) {
      throw error
    }
    return { text: textOf(pieces), isCut: true }
  }
  return { text: textOf(pieces), isCut: false }
}

const textOf = (pieces: readonly Buffer[]): string => Buffer.concat(pieces).toString('utf8')
