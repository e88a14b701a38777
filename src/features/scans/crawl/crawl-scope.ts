import { MAX_PATH, pagePath } from '../../../domain/page/page-address.ts'
import { isPlainPath, parseWebUrl } from '../../../lib/web/web-url.ts'
import { TextPattern } from '../../../lib/text/wildcards/text-pattern.ts'
import { ownParametersOf } from '../../../../db/site/page-of-address.ts'
import type { SiteRow } from '../../../../db/site-row.ts'
import { domainsOf } from '../../../kernel/names/site-host.ts'

const MAX_URL = 2_048

export interface ScopeOptions {
  /** Globs over the path, in which `*` stands for anything. A path must match one of them, where there are any. */
  include: readonly string[]
  exclude: readonly string[]
  /** Further hosts of the site, without `www.`; an address there is the one of the same path here. */
  hosts?: readonly string[]
  /** The parameters that tell pages apart, as the owner says; all others are left out then. */
  parameters?: readonly string[] | null
}

export interface ScopedUrl {
  /** The address to fetch. */
  url: string
  /** The path by which the page is known, with its query but without tracking parameters. */
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

  /** Returns the scope of the same site, crawled from another origin of its own. */
  at(origin: string): CrawlScope {
    return new CrawlScope(origin, this.#options)
  }

  /** The further hosts of the site. */
  get hosts(): readonly string[] {
    return this.#options.hosts ?? []
  }

  /** The parameters that the owner named; null where that is left to scans. */
  get parameters(): readonly string[] | null {
    return this.#options.parameters ?? null
  }

  /** Normalizes an address; undefined for another site's, and for one that no page can have. */
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
   * Returns the address of this site that a page names as its own in the place of `url`; undefined where it is the
   * same.
   */
  other(url: string, canonicalUrl: string | null): ScopedUrl | undefined {
    if (canonicalUrl === null || canonicalUrl === url) return undefined
    const place = this.resolve(canonicalUrl)
    return place?.url === url ? undefined : place
  }

  /** True when the owner wants a path scanned. */
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

/** The scope of a site: its address, its domain, and the further domains that were proven to be its own. */
export function siteScope(
  site: Pick<SiteRow, 'url' | 'domain' | 'aliases' | 'own_parameters'>,
  { include, exclude }: ScopeOptions = { include: [], exclude: [] },
): CrawlScope {
  const parameters = ownParametersOf(site)
  return new CrawlScope(site.url, { include, exclude, hosts: domainsOf(site), parameters })
}
