import { MAX_PATH, pagePath } from '../../../domain/page/page-address.ts'
import { isPlainPath, parseWebUrl } from '../../../lib/web/web-url.ts'
import { TextPattern } from '../../../lib/text/wildcards/text-pattern.ts'
import { ownParametersOf } from '../../../../db/site/page-of-address.ts'
import type { SiteRow } from '../../../../db/site-row.ts'
import { domainsOf } from '../../../kernel/names/site-host.ts'

const MAX_URL = 2_048

export interface ScopeOptions {
  /**
   * Globs over paths, in which `*` stands for any characters. If there are any, a path must match one of them to be
   * scanned.
   */
  include: readonly string[]
  exclude: readonly string[]
  /**
   * The further hosts of the site, without `www.`. An address there stands for the address of the same path at the
   * origin.
   */
  hosts?: readonly string[]
  /** The parameters that tell pages apart, if the owner named them; all others are then left out of addresses. */
  parameters?: readonly string[] | null
}

export interface ScopedUrl {
  /** The address to fetch. */
  url: string
  /** The path by which the page is known, with its query but without parameters that tell no pages apart. */
  path: string
}

/**
 * Decides which addresses belong to a site: its start page's origin, with and without `www.`, and its further hosts.
 */
export class CrawlScope {
  readonly #start: URL
  /** The origin without a slash at its end. */
  readonly origin: string
  readonly #options: ScopeOptions
  readonly #include: readonly TextPattern[]
  readonly #exclude: readonly TextPattern[]

  constructor(startUrl: string, options: ScopeOptions) {
    this.#start = new URL('/', startUrl)
    this.origin = this.#start.origin
    this.#options = options
    this.#include = options.include.map((glob) => TextPattern.withStars(glob))
    this.#exclude = options.exclude.map((glob) => TextPattern.withStars(glob))
  }

  /** Returns the scope of the same site with another of its origins. */
  at(origin: string): CrawlScope {
    return new CrawlScope(origin, this.#options)
  }

  /** The further hosts of the site, besides that of its origin. */
  get hosts(): readonly string[] {
    return this.#options.hosts ?? []
  }

  /** The parameters that the owner named; null where that is left to scans. */
  get parameters(): readonly string[] | null {
    return this.#options.parameters ?? null
  }

  /** Normalizes an address of the site; undefined for an address of another site, and for one that no page can have. */
  resolve(text: string, base?: string): ScopedUrl | undefined {
    if (text.length > MAX_URL) return undefined
    if (text.startsWith(this.origin)) {
      const path = text.slice(this.origin.length)
      if (isPlainPath(path) && path.length <= MAX_PATH) return { url: text, path }
    }
    const url = parseWebUrl(text, base)
    if (!url || url.username !== '' || url.password !== '' || !this.#isOwn(url)) return undefined
    const path = pagePath(url, this.#options.parameters)
    return path === undefined ? undefined : { url: `${this.origin}${path}`, path }
  }

  /**
   * Returns the canonical address that a page names, if it is another address of this site than the page's own `url`;
   * else undefined.
   */
  other(url: string, canonicalUrl: string | null): ScopedUrl | undefined {
    if (canonicalUrl === null || canonicalUrl === url) return undefined
    const place = this.resolve(canonicalUrl)
    return place?.url === url ? undefined : place
  }

  /** True where `include` and `exclude` let a path be scanned. */
  wants(path: string): boolean {
    if (this.#exclude.some((glob) => glob.matches(path))) return false
    return this.#include.length === 0 || this.#include.some((glob) => glob.matches(path))
  }

  #isOwn(url: URL): boolean {
    const host = bare(url.hostname)
    if (url.port === this.#start.port && host === bare(this.#start.hostname)) return true
    return url.port === '' && this.#options.hosts?.includes(host) === true
  }
}

const bare = (host: string): string => host.replace(/^www\./, '').replace(/\.$/, '')

/**
 * Makes the scope of a site: the origin of its address, its domain, and the further domains that were proven to be its
 * own.
 */
export function siteScope(
  site: Pick<SiteRow, 'url' | 'domain' | 'aliases' | 'own_parameters'>,
  { include, exclude }: ScopeOptions = { include: [], exclude: [] },
): CrawlScope {
  const parameters = ownParametersOf(site)
  return new CrawlScope(site.url, { include, exclude, hosts: domainsOf(site), parameters })
}
