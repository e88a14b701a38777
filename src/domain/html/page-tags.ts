import { attributeOf, type HtmlNode } from './html-node.ts'
import { cleanLine, lineOrNull } from './text.ts'

const MAX_TAGS = 20
const MAX_TAG = 60
/** The most characters of a keyword list that are read. */
const MAX_LIST = 2_000
/** Matches the commas of Latin, Arabic, Japanese and Chinese script. */
const COMMA = /[,،、，]/u

/**
 * Reads the tags that a page gives itself: `article:tag`, then the keywords of its structured data, then those of
 * `meta`. Each appears once regardless of case; at most 20, of at most 60 characters.
 */
export function readTags(metas: readonly HtmlNode[], keywords: readonly string[]): string[] {
  const tags = new Map<string, string>()
  const add = (text: string): void => {
    const tag = cleanLine(text, MAX_TAG)
    const key = tag.toLowerCase()
    if (tag !== '' && tags.size < MAX_TAGS && !tags.has(key)) tags.set(key, tag)
  }
  for (const text of contentsOf(metas, 'article:tag')) add(text)
  for (const keyword of keywords) add(keyword)
  for (const text of contentsOf(metas, 'keywords')) for (const tag of splitKeywords(text)) add(tag)
  return [...tags.values()]
}

/** Splits a comma-separated keyword list. */
export const splitKeywords = (text: string): string[] =>
  text
    .slice(0, MAX_LIST)
    .split(COMMA)
    .flatMap((item) => lineOrNull(item, MAX_TAG) ?? [])

/**
 * Returns the contents of the first `meta` elements with a name. Only a few more than the allowed tags are read, since
 * a page with thousands of them is an attack.
 */
function contentsOf(metas: readonly HtmlNode[], name: string): string[] {
  const contents: string[] = []
  for (const meta of metas) {
    if (contents.length >= MAX_TAGS * 2) break
    if (!isNamed(meta, name)) continue
    const content = attributeOf(meta, 'content')
    if (content !== undefined) contents.push(content)
  }
  return contents
}

const isNamed = (meta: HtmlNode, name: string): boolean =>
  ['property', 'name'].some(
    (attribute) => attributeOf(meta, attribute)?.slice(0, 100).trim().toLowerCase() === name,
  )
