import type { SitemapAnswer } from '../../core/ai-score/observation.ts'
import { isSamePage } from '../../core/ai-score/same-page.ts'
import { SitemapReader, type SitemapEntry } from '../../core/sitemap/sitemap-reader.ts'
import { toAnswer, type Prober } from './prober.ts'

const MAX_CHILDREN = 2
const MAX_LASTMODS = 200

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
  let isWhole = first.isWhole && children.length <= MAX_CHILDREN
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
  const entries: SitemapEntry[] =
    answer?.status === 200 ? [...reader.push(answer.body.toString('utf8')), ...reader.end()] : []
  const isWhole = answer !== undefined && !answer.truncated && !reader.isTruncated
  return { answer: toAnswer(url, answer), entries, isWhole }
}
