import type { CanonicalRow } from '../../../db/scans/canonical-store.ts'
import type { SiteDb } from '../../../db/site-db.ts'
import type { SharedCanonical } from '../../domain/ai-score/site-score.ts'
import type { CrawlScope } from './crawl/crawl-scope.ts'

/**
 * The number of different texts from which a canonical address that they share is a mistake; two are enough where all
 * pages of the site name it.
 */
const TEXTS = 3

/**
 * Decides which of the canonical addresses that offered pages name are ignored; pages are cited by the others. One on
 * the scanned site is ignored: the page was kept since that address fails, or pages of different text name it. One on
 * another host is ignored only where pages of different text share it. Returns the shared addresses, the one of most
 * pages first.
 */
export async function settleCanonicals(
  { canonicals }: Pick<SiteDb, 'canonicals'>,
  scope: CrawlScope,
): Promise<SharedCanonical[]> {
  const rows = await canonicals.stated()
  const groups = groupByTarget(rows, scope)
  const shared = groups.filter(({ named, texts }) => isShared(named, texts, rows.length))
  const ignored = new Set(
    [...groups.filter(({ isOwn }) => isOwn), ...shared].flatMap(({ named }) =>
      named.flatMap(({ num, isAtTarget }) => (isAtTarget ? [] : [num])),
    ),
  )
  const changed = (isIgnored: boolean): number[] =>
    rows
      .filter((row) => row.isIgnored !== isIgnored && ignored.has(row.num) === isIgnored)
      .map(({ num }) => num)
  await canonicals.setIgnored(changed(true), true)
  await canonicals.setIgnored(changed(false), false)
  return shared
    .map(({ url, named }) => ({ url, pages: named.length }))
    .toSorted((a, b) => b.pages - a.pages)
}

interface Named extends CanonicalRow {
  /** True for the page at the canonical address. */
  isAtTarget: boolean
}

interface Group {
  url: string
  /** True where the address is one of the scanned site. */
  isOwn: boolean
  named: Named[]
  texts: Set<string>
}

/**
 * Groups pages by the canonical address that they name, if it is not their own; the page at that address is in the
 * group, too.
 */
function groupByTarget(rows: readonly CanonicalRow[], scope: CrawlScope): Group[] {
  const groups = new Map<string, Group>()
  const atUrl = new Map(rows.map((row) => [row.url, row]))
  for (const row of rows) {
    if (row.statedUrl === null || row.statedUrl === row.url) continue
    const own = scope.resolve(row.statedUrl)?.url
    if (own === row.url) continue
    const url = own ?? row.statedUrl
    const group = groups.get(url) ?? groupWith(url, own !== undefined, atUrl.get(url))
    groups.set(url, group)
    addTo(group, row, false)
  }
  return [...groups.values()]
}

function groupWith(url: string, isOwn: boolean, target: CanonicalRow | undefined): Group {
  const group: Group = { url, isOwn, named: [], texts: new Set() }
  if (target) addTo(group, target, true)
  return group
}

function addTo({ named, texts }: Group, row: CanonicalRow, isAtTarget: boolean): void {
  named.push({ ...row, isAtTarget })
  if (row.contentHash !== null) texts.add(row.contentHash)
}

const isShared = (
  named: readonly Named[],
  texts: ReadonlySet<string>,
  sitePages: number,
): boolean => texts.size >= TEXTS || (texts.size > 1 && named.length >= sitePages)
