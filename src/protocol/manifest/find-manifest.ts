import { isJsonObject } from '../json-object.ts'
import { readUrl } from '../read-url.ts'
import { readWebAddress } from '../web-address.ts'

/** The attributes of a `<link>` or `<meta>` element, by name. */
export type ElementAttributes = Readonly<Record<string, string | undefined>>

export interface ManifestPlace {
  readonly url: string
  readonly by: 'link_header' | 'link_element' | 'well_known'
}

const MAX_HEADER_CHARS = 8_192
const WELL_KNOWN = '/.well-known/ask-ai.json'

/**
 * Returns the address of a page's manifest: that of its Link header, else of its first `<link>`, else the well-known
 * address. An address of another origin is ignored. Undefined where the page's URL is not a web address.
 */
export function findManifest(page: {
  readonly url: string
  readonly linkHeader?: string | undefined
  readonly links?: readonly ElementAttributes[] | undefined
}): ManifestPlace | undefined {
  // Callers without types may give anything.
  const base = isJsonObject(page) ? readWebAddress(page.url) : undefined
  if (base === undefined) return undefined
  const named = readLinkHeader(textOf(page.linkHeader)).find((link) => isAskAi(link.rel))
  const header = sameOrigin(named?.href, base)
  if (header !== undefined) return { url: header, by: 'link_header' }
  const element = elementsOf(page.links).find(({ rel }) => isAskAi(rel))
  const link = sameOrigin(element?.['href'], base)
  if (link !== undefined) return { url: link, by: 'link_element' }
  return { url: base.origin + WELL_KNOWN, by: 'well_known' }
}

/**
 * Returns the policy that a page states by `<meta name="ask-policy">`. Several are joined with commas, as fields of a
 * header are.
 */
export function askPolicyOfMeta(metas: readonly ElementAttributes[]): string | undefined {
  const stated = elementsOf(metas).flatMap(({ name, content }) =>
    typeof name === 'string' &&
    typeof content === 'string' &&
    name.trim().toLowerCase() === 'ask-policy'
      ? [content]
      : [],
  )
  return stated.length === 0 ? undefined : stated.join(', ')
}

/** True for a link relation that leads to a manifest: `ask-ai`, or an address that ends with `/rel/ask-ai`. */
const isAskAi = (rel: unknown): boolean =>
  typeof rel === 'string' &&
  rel
    .toLowerCase()
    .split(/[\t\n\f\r ]+/)
    .some((one) => one === 'ask-ai' || (one.startsWith('https://') && one.endsWith('/rel/ask-ai')))

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const isElement = (one: unknown): boolean => isJsonObject(one)

function elementsOf(list: readonly ElementAttributes[] | undefined): readonly ElementAttributes[] {
  return Array.isArray(list) ? list.filter(isElement) : []
}

function sameOrigin(href: string | undefined, base: URL): string | undefined {
  const resolved = typeof href === 'string' ? readUrl(href, base) : undefined
  const url = resolved && readWebAddress(resolved.href)
  if (url?.origin !== base.origin) return undefined
  url.hash = ''
  return url.href
}

interface HeaderLink {
  readonly href: string
  readonly rel: string
}

/** Reads the links of a Link header with their first `rel` (RFC 8288), up to the first that is malformed. */
function readLinkHeader(header: string): readonly HeaderLink[] {
  const links: HeaderLink[] = []
  if (header.length > MAX_HEADER_CHARS) return links
  const link = /[\s,]*<([^>]*)>/y
  const parameter = /\s*;\s*([\w!#$%&'*+.^`|~-]+)?(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",;]*)))?/y
  for (let found = link.exec(header); found !== null; found = link.exec(header)) {
    parameter.lastIndex = link.lastIndex
    let end = link.lastIndex
    let rel: string | undefined
    for (let one = parameter.exec(header); one !== null; one = parameter.exec(header)) {
      end = parameter.lastIndex
      if (one[1]?.toLowerCase() === 'rel') rel ??= one[2] ?? one[3] ?? ''
    }
    links.push({ href: found[1]?.trim() ?? '', rel: rel ?? '' })
    link.lastIndex = end
  }
  return links
}
