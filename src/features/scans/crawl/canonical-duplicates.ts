import type { WaitingUrl } from '../../../../db/scans/scan-rows.ts'
import { isSharedCanonical, type PageText } from '../../../domain/scans/shared-canonical.ts'
import { SeenUrls } from './seen-urls.ts'

/**
 * The decision about an address that names another one as its own: a duplicate, a page all the same, or not known yet.
 */
type DuplicateVerdict = 'copy' | 'page' | 'later'

/** Addresses that may wait for others; beyond that, an address is decided about at once. */
const MAX_WAITING = 10_000
/** Pages that name one address, by whose texts it is judged. */
const MAX_JUDGED = 50
/** Redirects that are remembered, to see where chains of them end. */
const MAX_REDIRECTS = 20_000
const MAX_HOPS = 20

interface Postponed {
  item: WaitingUrl
  url: string
  target: string
  /** Undefined where the server said that the page is as before. */
  text: PageText | undefined
}

/** Functions that look up stored pages. */
export interface StoredPages {
  /** Returns those of the addresses that have an active page, also one of an earlier run of the scan. */
  activeAmong: (urls: readonly string[]) => Promise<readonly string[]>
  textsAmong: (urls: readonly string[]) => Promise<ReadonlyMap<string, PageText>>
}

/**
 * Decides which addresses of one run are duplicates. A page that names another address as its own is a duplicate only
 * once that address turned out to be a page: where it fails, is closed or names the first one in turn, or where pages
 * of different text name it, nothing must get lost. So the page waits until all others were visited; on the disk it
 * waits like any other.
 */
export class CanonicalDuplicates {
  readonly #pages = new SeenUrls()
  readonly #waiting = new Map<string, Postponed>()
  readonly #verdicts = new Map<string, 'copy' | 'page'>()
  readonly #redirects = new Map<string, string>()

  /** Notes that the address turned out to be a page. */
  isPage(url: string): void {
    this.#pages.add(url)
  }

  verdict(url: string, target: string): DuplicateVerdict {
    const decided = this.#verdicts.get(url)
    if (decided) return decided
    if (this.#waiting.size < MAX_WAITING) return 'later'
    return this.#pages.has(target) ? 'copy' : 'page'
  }

  /** True while some wait about which nothing is decided. */
  get hasUndecided(): boolean {
    return this.#waiting.size > this.#verdicts.size
  }

  /** Returns the target of an address that was found to be a duplicate after it waited. */
  targetOf(url: string): string | undefined {
    return this.#verdicts.get(url) === 'copy' ? this.#waiting.get(url)?.target : undefined
  }

  postpone(postponed: Postponed): void {
    this.#waiting.set(postponed.url, postponed)
  }

  /** Remembers a redirect; false where the remembered ones form a loop. */
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
   * Decides about all addresses that wait, when everything else was visited; `pages` counts the pages that the scan has
   * found. Returns the addresses to visit once more, each once in a run.
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

  /** Follows canonical addresses and redirects from an address, never back to itself. */
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

/** True when the texts of pages that name an address show that it cannot be the address of them all. */
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
