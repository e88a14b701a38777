import { recogniseLink } from '../../protocol/links/recognise-link.ts'
import { TARGET_REGISTRY } from '../../protocol/targets/registry.ts'
import { attributeOf, type HtmlNode } from './html-node.ts'

/** Prompts of one page, so many that honest ones leave room for what hides behind them. */
const MAX_PROMPTS = 200
/** A longer address opens no assistant. */
const MAX_HREF = 32_768
/** An address with a host, and with a parameter in which a prompt could be. */
const MAY_HAVE_PROMPT = /^(?:[a-z][a-z\d+.-]{0,20}:)?\/\/[^\s?#]+\?[^#]*=/i

/** Lists the prompts of links that open an assistant, each once, in the order of the page. */
export function readAssistantPrompts(anchors: readonly HtmlNode[]): string[] {
  const prompts = new Set<string>()
  for (const anchor of anchors) {
    if (prompts.size >= MAX_PROMPTS) break
    const href = attributeOf(anchor, 'href')?.trim() ?? ''
    if (href.length > MAX_HREF || !MAY_HAVE_PROMPT.test(href)) continue
    const link = recogniseLink(href.startsWith('//') ? `https:${href}` : href, TARGET_REGISTRY)
    if (link && link.prompt !== '') prompts.add(link.prompt)
  }
  return [...prompts]
}
