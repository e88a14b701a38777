import { isPlainPath, parseWebUrl } from '../../lib/web/web-url.ts'
import { attributeOf, hasToken, type HtmlNode } from './html-node.ts'
import { textOf } from './text.ts'

/** One link of a page. */
export interface PageLink {
  /** Absolute http or https address without fragment. */
  url: string
  /** The text of the first anchor with this address, or the alternative text of the image in it. */
  text: string
  /** The `rel` attribute in lower case. */
  rel: string
  isNofollow: boolean
}

const MAX_LINKS = 5_000
const MAX_TEXT = 120
const MAX_URL = 2_048

/** Resolves the relative addresses of one page. */
export class LinkResolver {
  readonly base: string
  readonly #origin: string

  constructor(pageUrl: string, baseHref: string | undefined) {
    const page = parseWebUrl(pageUrl)
    const base = (baseHref !== undefined && parseWebUrl(baseHref.trim(), page?.href)) || page
    this.base = base?.href ?? 'http://invalid/'
    this.#origin = base?.origin ?? 'http://invalid'
  }

  /** Resolves a relative address into an absolute http or https address without fragment; null for any other. */
  resolve(href: string | undefined): string | null {
    const text = href?.trim() ?? ''
    if (text === '' || text.startsWith('#') || text.length > MAX_URL) return null
    return isPlainPath(text) ? this.#origin + text : this.#resolveAny(text)
  }

  #resolveAny(text: string): string | null {
    const url = isWebReference(text) ? parseWebUrl(text, this.base) : undefined
    if (url === undefined || url.hostname === 'invalid') return null
    url.hash = ''
    return url.href.length > MAX_URL ? null : url.href
  }
}

/** True for a reference without a scheme, or with http or https. */
const isWebReference = (text: string): boolean => {
  const [scheme] = /^[a-z][a-z\d+.-]{0,20}:/i.exec(text) ?? []
  return scheme === undefined || /^https?:$/i.test(scheme)
}

/**
 * Lists every address that a page links to, once, in document order. A link counts as followed when one of its anchors
 * is.
 */
export function readLinks(anchors: readonly HtmlNode[], resolver: LinkResolver): PageLink[] {
  const byUrl = new Map<string, PageLink>()
  for (const anchor of anchors) {
    const url = resolver.resolve(attributeOf(anchor, 'href'))
    if (url === null) continue
    const rel = (attributeOf(anchor, 'rel') ?? '').slice(0, 100).toLowerCase()
    const isNofollow = hasToken(rel, 'nofollow')
    const known = byUrl.get(url)
    if (known !== undefined) known.isNofollow &&= isNofollow
    else if (byUrl.size < MAX_LINKS) {
      byUrl.set(url, { url, text: textOf(anchor, MAX_TEXT), rel, isNofollow })
    }
  }
  return [...byUrl.values()]
}

/** Counts the different addresses on other hosts that the anchors lead to; `www.` does not make another host. */
export function countOutbound(anchors: readonly HtmlNode[], resolver: LinkResolver): number {
  const own = linkHostOf(resolver.base)
  const urls = anchors
    .map((anchor) => resolver.resolve(attributeOf(anchor, 'href')))
    .filter((url) => url !== null && linkHostOf(url) !== own)
  return new Set(urls).size
}

/** Returns the host of an absolute address, without `www.`. */
export const linkHostOf = (url: string): string =>
  (/^https?:\/\/([^/?#]*)/.exec(url)?.[1] ?? '').replace(/^www\./, '')
