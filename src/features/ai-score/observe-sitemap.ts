import type { ProbeAnswer, SitemapAnswer, SitemapMark } from '../../domain/ai-score/observation.ts'
import type { AnswerReader } from './answer-reader.ts'
import { toProbeAnswer, type Prober } from './prober.ts'
import { MAX_CHILDREN, MAX_LASTMODS, type SitemapReading } from './read-files.ts'

/**
 * The most sitemaps named by robots.txt that are tried, one after the other; one request of the score is left for
 * `/sitemap.xml`.
 */
const MAX_NAMED = 2

/**
 * Fetches the first readable one of the sitemaps that robots.txt names and `/sitemap.xml`; where it is an index, also
 * the first two files that it lists.
 */
export async function observeSitemap(
  prober: Prober,
  reader: AnswerReader,
  { named, usual, isListed }: { named: readonly string[]; usual: string; isListed: boolean },
  target: string,
): Promise<SitemapAnswer> {
  const ask = (url: string) => read(prober, reader, url, { target, isListed })
  const [first = usual, ...others] = [...new Set([...named.slice(0, MAX_NAMED), usual])]
  const { chosen, unread } = await firstReadable(ask, first, others)
  const files = [chosen.reading]
  for (const loc of chosen.reading.firstSitemaps) {
    files.push((await ask(loc)).reading)
  }
  return {
    ...chosen.answer,
    ...summaryOf(files, named.length <= 1, isListed),
    ...(unread.length > 0 && { unread }),
  }
}

interface SitemapRead {
  answer: ProbeAnswer
  reading: SitemapReading
}

/**
 * Fetches files until one is a sitemap, and returns that one with the answers of the files before it; where no file is
 * a sitemap, returns the first file.
 */
async function firstReadable(
  ask: (url: string) => Promise<SitemapRead>,
  url: string,
  others: readonly string[],
): Promise<{ chosen: SitemapRead; unread: readonly ProbeAnswer[] }> {
  const first = await ask(url)
  const unread = [first.answer]
  if (isSitemap(first)) return { chosen: first, unread: [] }
  for (const other of others) {
    const next = await ask(other)
    if (isSitemap(next)) return { chosen: next, unread }
    unread.push(next.answer)
  }
  return { chosen: first, unread: [] }
}

const isSitemap = ({ reading }: SitemapRead): boolean => reading.pages > 0 || reading.sitemaps > 0

/** Sums up what the fetched files of a sitemap say of the scored page and of all pages. */
function summaryOf(
  files: readonly SitemapReading[],
  isOnly: boolean,
  isListed: boolean,
): Omit<SitemapAnswer, keyof ProbeAnswer> {
  const sitemaps = files[0]?.sitemaps ?? 0
  // Several sitemaps are only sampled, so a page that is missing from one may be listed in another.
  const isAll = sitemaps <= MAX_CHILDREN && isOnly
  const own = files.find((file) => file.own !== null)?.own ?? null
  const isKnown = isAll && files.every(({ isWhole }) => isWhole)
  const pages = files.reduce((sum, file) => sum + file.pages, 0)
  return {
    isValid: pages > 0 || sitemaps > 0,
    containsTarget: containsTarget(own !== null, isKnown),
    targetLastmod: own?.lastmod ?? null,
    entries: pages,
    lastmods: files.flatMap(({ lastmods }) => lastmods).slice(0, MAX_LASTMODS),
    ...(isListed && isKnown && { listed: marksOf(files) }),
  }
}

const containsTarget = (isFound: boolean, isKnown: boolean): boolean | null =>
  isFound || (isKnown ? false : null)

const marksOf = (files: readonly SitemapReading[]): SitemapMark[] =>
  files.flatMap(({ marks = [] }) => marks)

const UNREAD: SitemapReading = {
  pages: 0,
  sitemaps: 0,
  firstSitemaps: [],
  own: null,
  lastmods: [],
  isWhole: false,
}

async function read(
  prober: Prober,
  reader: AnswerReader,
  url: string,
  { target, isListed }: { target: string; isListed: boolean },
): Promise<SitemapRead> {
  const answer = await prober.ask('sitemap', url)
  const reading = answer?.status === 200 ? await reader.sitemap(answer, target, isListed) : UNREAD
  const isWhole = reading.isWhole && answer?.truncated !== true
  return { answer: toProbeAnswer(url, answer), reading: { ...reading, isWhole } }
}
