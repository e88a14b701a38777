import type { WaitingUrl } from '../../../../db/scans/scan-rows.ts'
import { SeenUrls } from './seen-urls.ts'

/**
 * The decision about an address that names another one as its own: a duplicate, a page all the same, or not known yet.
 */
type DuplicateVerdict = 'copy' | 'page' | 'later'

/** Addresses that may wait for others; beyond that, an address counts as a page. */
const MAX_WAITING = 10_000
/** Redirects that are remembered, to see where chains of them end. */
const MAX_REDIRECTS = 20_000
const MAX_HOPS = 20

interface Postponed {
  item: WaitingUrl
  url: string
  target: string
}

/**
 * Decides which addresses of one run are duplicates. A page that names another address as its own is a duplicate only
 * once that address turned out to be a page: where it fails, is closed or names the first one in turn, nothing must get
 * lost. So the page waits until all others were visited; on the disk it waits like any other.
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
    if (this.#pages.has(target)) return 'copy'
    return this.#waiting.size < MAX_WAITING ? 'later' : 'page'
  }

  /** True while some wait about which nothing is decided. */
  get hasUndecided(): boolean {
    return this.#waiting.size > this.#verdicts.size
  }

  /** Answers the target of an address that was found to be a duplicate after it waited. */
  targetOf(url: string): string | undefined {
    return this.#verdicts.get(url) === 'copy' ? this.#waiting.get(url)?.target : undefined
  }

  postpone(item: WaitingUrl, url: string, target: string): void {
    this.#waiting.set(url, { item, url, target })
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
   * Decides about all that wait, when everything else was visited; `pagesAmong` tells which addresses earlier runs of
   * the scan found to be pages. Answers what is to be visited once more, each once in a run.
   */
  async decide(
    pagesAmong: (urls: readonly string[]) => Promise<readonly string[]>,
  ): Promise<WaitingUrl[]> {
    const open = [...this.#waiting.values()].filter(({ url }) => !this.#verdicts.has(url))
    const ends = new Map(open.map(({ url, target }) => [url, this.#wayFrom(url, target)]))
    // An address that waits may have been a page of an earlier scan, and is none of this one yet.
    const isUnknown = (url: string): boolean => !this.#pages.has(url) && !this.#waiting.has(url)
    const unknown = [...ends.values()].flat().filter(isUnknown)
    for (const url of await pagesAmong([...new Set(unknown)])) this.#pages.add(url)
    for (const { url } of open) {
      const isCopy = ends.get(url)?.some((end) => this.#pages.has(end))
      this.#verdicts.set(url, isCopy ? 'copy' : 'page')
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
