import { attributeOf, walk, type HtmlNode } from '../html/html-node.ts'
import { parseHtml } from '../html/parse-html.ts'
import { parseUrl } from '../../lib/web/parse-url.ts'

/** A script of a page that is meant to be the widget. */
export interface WidgetTag {
  url: URL
  siteId: string | null
  type: string | null
  integrity: string | null
  nonce: string | null
  hasCrossorigin: boolean
}

/** The parts of a page that matter to the widget. */
export interface WidgetPage {
  /** The tags in the order of the page. */
  tags: WidgetTag[]
  /** The places of tags that no browser runs. */
  inert: ('comment' | 'noscript')[]
  /** The policies of `<meta http-equiv>`. */
  policies: string[]
}

const MAX_TAGS = 20
const MAX_POLICIES = 20
const FILE_NAME = /\/widget(?:\.[\da-f]+)?\.js$/

/**
 * Finds the tags of the widget on a page, together with those that do nothing. `host` is the origin of the server,
 * where it is known.
 */
export function findWidgetTags(html: string, pageUrl: string, host?: string): WidgetPage {
  const scripts: HtmlNode[] = []
  const policies: string[] = []
  let base: string | undefined
  walk(parseHtml(html), {
    enter: (node) => {
      if (node.name === 'template') return false
      if (node.name === 'script') scripts.push(node)
      if (node.name === 'base') base ??= attributeOf(node, 'href')
      if (node.name === 'meta' && policies.length < MAX_POLICIES) policies.push(...policyOf(node))
      return true
    },
  })
  const from = parseUrl(base ?? '', pageUrl)?.href ?? pageUrl
  const tags = scripts.flatMap((script) => tagOfScript(script, from, host)).slice(0, MAX_TAGS)
  return { tags, inert: inertTags(html), policies }
}

function policyOf(meta: HtmlNode): string[] {
  const name = attributeOf(meta, 'http-equiv')?.trim().toLowerCase()
  const content = attributeOf(meta, 'content')
  return name === 'content-security-policy' && content !== undefined ? [content] : []
}

function tagOfScript(script: HtmlNode, base: string, host: string | undefined): WidgetTag[] {
  const valueOf = (name: string): string | null => attributeOf(script, name) ?? null
  const src = valueOf('src')
  const siteId = valueOf('data-site-id')?.trim() ?? null
  const url = src === null ? undefined : parseUrl(src, base)
  if (!url || !isWidget(url, siteId, host)) return []
  return [
    {
      url,
      siteId: siteId === '' ? null : siteId,
      type: valueOf('type'),
      integrity: valueOf('integrity'),
      nonce: valueOf('nonce'),
      hasCrossorigin: valueOf('crossorigin') !== null,
    },
  ]
}

function isWidget(url: URL, siteId: string | null, host: string | undefined): boolean {
  const isNamed = FILE_NAME.test(url.pathname)
  return siteId === null ? isNamed && url.origin === host : isNamed || siteId.startsWith('site_')
}

const TAG_TEXT = /<script\b[^>]{0,1000}\bdata-site-id/

/** Finds the tags in comments and `noscript` elements, which the parser does not keep. */
function inertTags(html: string): WidgetPage['inert'] {
  const text = html.toLowerCase()
  const isIn = (begin: string, end: string): boolean =>
    partsOf(text, begin, end).some((part) => TAG_TEXT.test(part))
  return [
    ...(isIn('<!--', '-->') ? ['comment' as const] : []),
    ...(isIn('<noscript', '</noscript') ? ['noscript' as const] : []),
  ]
}

function partsOf(text: string, begin: string, end: string): string[] {
  const parts: string[] = []
  for (let from = text.indexOf(begin); from >= 0;) {
    const to = text.indexOf(end, from + begin.length)
    parts.push(text.slice(from, to < 0 ? undefined : to))
    from = to < 0 ? -1 : text.indexOf(begin, to + end.length)
  }
  return parts
}
