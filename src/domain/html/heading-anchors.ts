import { attributeOf, isHeading, nearestAround, type HtmlNode } from './html-node.ts'
import { textOf } from './text.ts'

/** Matches texts of nothing but the signs that themes put next to a heading as a link to it. */
const ONLY_SIGNS = /^[\s#¶§🔗⚓*+∞→↵-]*$/u
const MAX_TEXT = 300
const LABELLED =
  /(?:^|[\s_-])(?:headerlink|header-anchor|heading-anchor|heading-link|anchor-link|anchorjs-link|hash-link|permalink)(?:$|[\s_-])/i

/**
 * True for a link to the heading in which or next to which it stands. The sign or the words of such a link (“Link to
 * this section”, in any language) are no text of the page.
 */
export function isHeadingAnchor(link: HtmlNode): boolean {
  const href = link.name === 'a' ? attributeOf(link, 'href') : undefined
  if (href?.includes('#') !== true) return false
  const text = textOf(link, MAX_TEXT)
  const isSign = ONLY_SIGNS.test(text)
  if (isSign && href.startsWith('#')) return true
  // A heading that consists of a link alone is a heading, and its link no sign.
  const around = nearestAround(link, 3, isHeading)
  if (around === undefined) return isBesideHeading(link)
  if (textOf(around, MAX_TEXT).length <= text.length) return false
  return isSign || LABELLED.test(attributeOf(link, 'class') ?? '') || pointsTo(around, link)
}

/** The most children of an element that wraps a heading and its link; one with more of them is a text. */
const MAX_SIBLINGS = 8

function isBesideHeading(link: HtmlNode): boolean {
  const siblings = link.parent?.children ?? []
  if (siblings.length > MAX_SIBLINGS) return false
  return siblings.some((node) => isHeading(node) && pointsTo(node, link))
}

function pointsTo(heading: HtmlNode, link: HtmlNode): boolean {
  const target = attributeOf(link, 'href')?.split('#')[1] ?? ''
  if (target === '') return false
  const own = attributeOf(heading, 'id') ?? attributeOf(link, 'id') ?? attributeOf(link, 'name')
  return own !== undefined && (own === target || encodeURIComponent(own.toWellFormed()) === target)
}

/** The most links of one heading that are looked at, since each is compared with the whole heading. */
export const MAX_HEADING_LINKS = 8

/** Returns the text of a heading as one line, without the links and signs that themes put before or behind it. */
export function headingText(heading: HtmlNode, max: number): string {
  let links = 0
  const skips = (node: HtmlNode): boolean => {
    if (node.name === 'a') links += 1
    return links <= MAX_HEADING_LINKS && isHeadingAnchor(node)
  }
  return withoutSigns(textOf(heading, max, skips))
}

/** Strips the signs of heading links from both ends of a text; a sign that is part of a word stays, as in C#. */
export function withoutSigns(text: string): string {
  const begun = text.replace(/^[#¶§🔗]+\s+/u, '')
  return begun.slice(0, begun.length - (SIGNS_AT_END.exec(begun)?.[1]?.length ?? 0))
}

/**
 * Matches the end of a text behind a run of such signs. @NOTE the pattern looks back from the end alone; forwards, each
 * sign of a run would be tried with all of the rest.
 */
const SIGNS_AT_END = /$(?<=((?:\s*[¶🔗]|\s[#§])+))/u
