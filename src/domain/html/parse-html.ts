import type { TreeAdapter } from 'parse5'
import type { HtmlNode } from './html-node.ts'
import { parseRuns } from './run-tokenizer.ts'
import { hasHugeTag, simplifyMarkup } from './simplify-markup.ts'
import { buildTree, TreeLimitError } from './tree-builder.ts'

/** Elements that give a text its place; a page that nests too deep to be parsed whole keeps only these. */
const STRUCTURE: ReadonlySet<string> = new Set(
  `html head title meta link body main article section nav header footer aside h1 h2 h3 h4 h5 h6 p ul ol li table tr td
  th pre blockquote a img time script`.split(/\s+/),
)
const NO_TAGS: ReadonlySet<string> = new Set()

/**
 * Builds the tree of a page as browsers do (parse5). A page that would cost more than its size deserves (nested without
 * end, a tag of thousands of attributes, elements that multiply) is read again with its structure alone, and if that is
 * no better, as text. Never throws.
 */
export const parseHtml = (html: string): HtmlNode => parseWhole(html) ?? parseStructure(html)

/** Builds the tree of a page as browsers do; undefined for a page that would cost more than its size deserves. */
export const parseWhole = (html: string): HtmlNode | undefined =>
  hasHugeTag(html) ? undefined : tryParse(html)

/**
 * Builds the tree of a page from nothing but its text and the elements of `STRUCTURE`, which give the text its place.
 */
export const parseStructure = (html: string): HtmlNode =>
  tryParse(simplifyMarkup(html, STRUCTURE)) ?? parse(simplifyMarkup(html, NO_TAGS))

function tryParse(html: string): HtmlNode | undefined {
  try {
    return parse(html)
  } catch (error) {
    if (error instanceof TreeLimitError) return undefined
    throw error
  }
}

function parse(html: string): HtmlNode {
  const { adapter, root } = buildTree()
  // @NOTE parse5's type also asks for what it calls for source locations only; it hands every node back to the adapter
  // that made it.
  parseRuns(html, { treeAdapter: adapter as unknown as TreeAdapter })
  return root
}
