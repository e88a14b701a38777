import type { WaitingUrl } from '../../../../db/scans/scan-rows.ts'
import { isSharedCanonical, type PageText } from '../../../domain/scans/shared-canonical.ts'
import { SeenUrls } from './seen-urls.ts'

/**
 * The decision about an address whose page names another address as canonical: a duplicate (`copy`), a page all the
 * same, or not decided yet.
 */
type DuplicateVerdict = 'copy' | 'page' | 'later'

/** The most addresses that wait for others; beyond that, an address is decided about at once. */
const MAX_WAITING = 10_000
/** The most pages with one canonical address whose texts are compared. */
const MAX_JUDGED = 50
/** The most redirects that are remembered, to see where chains of redirects end. */
const MAX_REDIRECTS = 20_000
const MAX_HOPS = 20

interface Postponed {
  item: WaitingUrl
  url: string
  target: string
  /** The text of the page; undefined where the page was unchanged, so that it was not read. */
  text: PageText | undefined
}

/** Functions that look up stored pages. */
export interface StoredPages {
  /** Returns those of the addresses that have an active page, also one that an earlier run of the scan stored. */
  activeAmong: (urls: readonly string[]) => Promise<readonly string[]>
  textsAmong: (urls: readonly string[]) => Promise<ReadonlyMap<string, PageText>>
}

/**
 * Decides which addresses of one run are duplicates. A page that names another address as canonical is a duplicate only
 * once that address turned out to be a page. Where that address fails, is closed or names the first one in turn, or
 * where pages of different text name it, no page must get lost. So such a page waits until all others were visited; on
 * the disk it waits like any other.
 */
export class CanonicalDuplicates {
  readonly #pages = new SeenUrls()
  readonly #waiting = new Map<string, Postponed>()
  readonly #verdicts = new Map<string, 'copy' | 'page'>()
  readonly #redirects = new Map<string, string>()

  /** Notes that an address turned out to be a page. */
  isPage(url: string): void {
    this.#pages.add(url)
  }

  verdict(url: string, target: string): DuplicateVerdict {
    const decided = this.#verdicts.get(url)
    if (decided) return decided
    if (this.#waiting.size < MAX_WAITING) return 'later'
    return this.#pages.has(target) ? 'copy' : 'page'
  }

  /** True while addresses wait that are not decided about. */
  get hasUndecided(): boolean {
    return this.#waiting.size > this.#verdicts.size
  }

  /**
   * Returns the canonical address of a page that was found to be a duplicate after it waited; undefined for any other.
   */
  targetOf(url: string): string | undefined {
    return this.#verdicts.get(url) === 'copy' ? this.#waiting.get(url)?.target : undefined
  }

  postpone(postponed: Postponed): void {
    this.#waiting.set(postponed.url, postponed)
  }

  /** Remembers a redirect; returns false where the remembered redirects lead back to `from`. */
  redirect(from: string, to: string): boolean {
    if (this.#redirects.size < MAX_REDIRECTS) this.#redirects.set(from, to)
    let at: string | undefined = to
    for (let hop = 0; at !== undefined && hop < MAX_HOPS; hop += 1) {
      if (at === from) return false
      at = this.#redirects.get(at)
    }
    return true
  }

  /**
   * Decides about all addresses that wait, once all others were visited. `pages` is the number of pages that the scan
   * has found. Returns the addresses to visit once more, each once in a run.
   */
  async decide(stored: StoredPages, pages: number): Promise<WaitingUrl[]> {
    const open = [...this.#waiting.values()].filter(({ url }) => !this.#verdicts.has(url))
    const ends = new Map(open.map(({ url, target }) => [url, this.#wayFrom(url, target)]))
    // A waiting address may have been a page of an earlier scan, but it is not yet a page of this one.
    const isUnknown = (url: string): boolean => !this.#pages.has(url) && !this.#waiting.has(url)
    const unknown = [...ends.values()].flat().filter(isUnknown)
    for (const url of await stored.activeAmong([...new Set(unknown)])) this.#pages.add(url)
    const leadsToPage = ({ url }: Postponed): boolean =>
      ends.get(url)?.some((end) => this.#pages.has(end)) === true
    const sitePages = pages + open.length
    for (const [target, named] of byTarget(open)) {
      const isShared =
        named.some(leadsToPage) && (await isMistaken(stored, target, named, sitePages))
      for (const one of named) {
        this.#verdicts.set(one.url, !isShared && leadsToPage(one) ? 'copy' : 'page')
      }
    }
    return open.map(({ item }) => item)
  }

  /**
   * Returns the addresses to which canonical addresses and redirects lead from an address, in order, without that
   * address.
   */
  #wayFrom(url: string, target: string): string[] {
    const way: string[] = []
    let at: string | undefined = target
    while (at !== undefined && at !== url && way.length < MAX_HOPS && !way.includes(at)) {
      way.push(at)
      at = this.#waiting.get(at)?.target ?? this.#redirects.get(at)
    }
    return way
  }
}

function byTarget(open: readonly Postponed[]): Map<string, Postponed[]> {
  const groups = new Map<string, Postponed[]>()
  for (const one of open) {
    const named = groups.get(one.target)
    if (named) named.push(one)
    else groups.set(one.target, [one])
  }
  return groups
}

/** True where the texts of the pages that name a canonical address show that it cannot be the address of them all. */
async function isMistaken(
  stored: StoredPages,
  target: string,
  named: readonly Postponed[],
  sitePages: number,
): Promise<boolean> {
  // The page at that address and one page that names it are two, which may be a whole site.
  if (named.length === 1 && sitePages > 2) return false
  const judged = named.slice(0, MAX_JUDGED)
  const unread = judged.flatMap(({ url, text }) => (text ? [] : [url]))
  const texts = await stored.textsAmong([target, ...unread])
  const own = texts.get(target)
  const others = judged.flatMap(({ url, text }) => text ?? texts.get(url) ?? [])
  return isSharedCanonical(own ? [own, ...others] : others, sitePages)
}
