import { addressInHeader } from '../../lib/web/address-in-header.ts'
import { attributeOf, hasToken, type HtmlNode } from './html-node.ts'
import { parseLinkHeader } from './link-header.ts'
import type { LinkResolver } from './page-links.ts'

/** Links of a page from its `link` elements and its `Link` header. Addresses are absolute, without fragment. */
export interface HeadLinks {
  /** The first canonical address of the markup, else that of the header. */
  canonicalUrl: string | null
  /** True when the canonical address is written with protocol and host, as crawlers ask for; null without one. */
  isCanonicalAbsolute: boolean | null
  /** Number of different canonical addresses in the markup; more than one contradict each other. */
  canonicals: number
  canonicalHeaderUrl: string | null
  /** The address of a Markdown version of the page. */
  markdownUrl: string | null
  hreflang: { lang: string; url: string }[]
  licenseUrl: string | null
}

const MAX_LANGUAGES = 100

interface Candidate {
  rel: string
  type: string
  hreflang: string
  url: string
  isAbsolute: boolean
  from: 'markup' | 'header'
}

export function readHeadLinks(
  links: readonly HtmlNode[],
  linkHeaders: readonly string[],
  resolver: LinkResolver,
): HeadLinks {
  const candidates = [
    ...links.flatMap((link) => fromMarkup(link, resolver)),
    ...linkHeaders.flatMap((header) => fromHeader(header, resolver)),
  ]
  const withRel = (rel: string): Candidate[] => candidates.filter((one) => hasToken(one.rel, rel))
  const canonical = withRel('canonical')
  const inMarkup = canonical.filter(({ from }) => from === 'markup')
  const inHeader = canonical.find(({ from }) => from === 'header')
  const chosen = inMarkup[0] ?? inHeader
  const alternates = withRel('alternate')
  return {
    canonicalUrl: chosen?.url ?? null,
    isCanonicalAbsolute: chosen?.isAbsolute ?? null,
    canonicals: new Set(inMarkup.map(({ url }) => url)).size,
    canonicalHeaderUrl: inHeader?.url ?? null,
    markdownUrl: alternates.find(({ type }) => /^text\/markdown\b/.test(type))?.url ?? null,
    hreflang: alternates
      .filter(({ hreflang }) => /^[a-z\d-]{2,35}$/i.test(hreflang))
      .map(({ hreflang, url }) => ({ lang: hreflang, url }))
      .slice(0, MAX_LANGUAGES),
    licenseUrl: withRel('license')[0]?.url ?? null,
  }
}

function fromMarkup(link: HtmlNode, resolver: LinkResolver): Candidate[] {
  const read = (name: string): string | undefined => attributeOf(link, name)?.trim()
  return toCandidates(read('href'), read, 'markup', resolver)
}

const fromHeader = (header: string, resolver: LinkResolver): Candidate[] =>
  parseLinkHeader(addressInHeader(header)).flatMap(({ href, parameters }) =>
    toCandidates(href, (name) => parameters.get(name), 'header', resolver),
  )

/** Turns a link into a list with one candidate, or an empty list where its address is no web address. */
function toCandidates(
  href: string | undefined,
  read: (name: string) => string | undefined,
  from: Candidate['from'],
  resolver: LinkResolver,
): Candidate[] {
  const url = resolver.resolve(href)
  if (url === null) return []
  return [
    {
      rel: (read('rel') ?? '').toLowerCase(),
      type: (read('type') ?? '').toLowerCase(),
      hreflang: read('hreflang') ?? '',
      url,
      isAbsolute: /^\s*https?:\/\//i.test(href ?? ''),
      from,
    },
  ]
}
