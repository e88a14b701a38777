import type { SameTextRow } from '../../../db/scans/duplicate-pages.ts'
import type { SiteDb } from '../../../db/site-db.ts'
import {
  chooseOriginal,
  groupSamePages,
  type SameText,
} from '../../domain/scans/choose-original.ts'
import type { CrawlScope } from './crawl/crawl-scope.ts'

/** A page that is no longer offered, and the page that stands for it, both by their paths. */
export interface Duplicate {
  path: string
  of: string
}

/**
 * Stops offering pages whose main text another page of the site has, and offers those again that no longer repeat one.
 * A page whose prompt a person wrote, locked or decided about stays, since that person means it to be a page of its
 * own. Nothing of a duplicate is deleted. Returns all duplicates of the site.
 */
export async function markDuplicates(
  { duplicates }: Pick<SiteDb, 'duplicates'>,
  scope: CrawlScope,
): Promise<Duplicate[]> {
  const rows = await duplicates.sameTexts()
  if (rows.length === 0) return []
  const sitePages = await duplicates.countOffered()
  const found: Duplicate[] = []
  const marked: { num: number; targetUrl: string }[] = []
  for (const same of byText(rows)) {
    for (const group of groupSamePages(
      same.map((row) => toSameText(row, scope)),
      sitePages,
    )) {
      for (const { page, original } of repeatsIn(group)) {
        marked.push({ num: page.num, targetUrl: original.url })
        found.push({ path: page.path, of: original.path })
      }
    }
  }
  const taken = new Set(marked.map(({ num }) => num))
  const back = rows.filter(({ num, state }) => state === 'duplicate' && !taken.has(num))
  await duplicates.putBack(back.map(({ num }) => num))
  await duplicates.markDuplicates(marked)
  return found
}

interface Member extends SameText {
  url: string
  isFree: boolean
}

/** Pairs each page of a group that may be left out with the page that is kept. */
function repeatsIn(group: readonly Member[]): { page: Member; original: Member }[] {
  const [first, ...others] = group
  if (!first || others.length === 0) return []
  const original = chooseOriginal([first, ...others])
  return group.flatMap((page) => (page !== original && page.isFree ? { page, original } : []))
}

/** Groups rows by their text. */
function byText(rows: readonly SameTextRow[]): SameTextRow[][] {
  const texts = new Map<string, SameTextRow[]>()
  for (const row of rows) {
    const same = texts.get(row.contentHash)
    if (same) same.push(row)
    else texts.set(row.contentHash, [row])
  }
  return [...texts.values()]
}

function toSameText(row: SameTextRow, scope: CrawlScope): Member {
  const { num, path, url, title, h1, chars, canonicalUrl, state, isCaredFor } = row
  const canonical = canonicalUrl === null ? undefined : scope.resolve(canonicalUrl)
  // A page that did not answer this time keeps its state.
  const isFree = !isCaredFor && state !== 'error'
  return { num, path, url, title, h1, chars, canonicalPath: canonical?.path, isFree }
}
