import { stripHiddenCharacters } from './hidden-text.ts'
import { walk, type HtmlNode } from './html-node.ts'

const HAS_WHITESPACE_RUN = /[\t\n\f\r\u00A0\u2028\u2029]| {2}/

/**
 * Replaces every run of white space by one space, as a browser shows it. Leading and trailing runs become a space
 * too.
 */
export function collapseWhitespace(text: string): string {
  return HAS_WHITESPACE_RUN.test(text) ? text.replaceAll(/[\s\u00A0]+/g, ' ') : text
}

/**
 * Matches every text that `cleanLine` changes, and texts with characters beyond ASCII, the letters of Europe and the
 * scripts of the Far East; most lines do not match and need no closer look.
 */
const MAY_NEED_CLEANING =
  /[^ -~\u00A1-\u00AC\u00AE-\u034E\u0370-\u052F\u3001-\u3163\u3165-\u9FFF\uAC00-\uD7A3]| {2}|^ | $/

/**
 * Makes one line that may be stored and shown: no control or hidden characters, no lone surrogates, at most `max`
 * UTF-16 units.
 */
export function cleanLine(text: string, max: number): string {
  const start = text.slice(0, max * 4)
  if (!MAY_NEED_CLEANING.test(start)) return truncate(start, max)
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  const plain = start.replaceAll(/[\u0000-\u0020\u007F-\u00A0\u2028\u2029]+/g, ' ')
  return truncate(collapseWhitespace(stripHiddenCharacters(plain)).trim(), max).toWellFormed()
}

/** Makes one line as `cleanLine` does; null when nothing is left of the text. */
export function lineOrNull(text: string | undefined, max: number): string | null {
  const line = cleanLine(text ?? '', max)
  return line === '' ? null : line
}

/** Cuts a text to `max` UTF-16 units, never inside a surrogate pair. */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text
  const last = text.charCodeAt(max - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? max - 1 : max)
}

const MAX_NODES = 2_000
const TEXTLESS: ReadonlySet<string> = new Set(['script', 'style', 'template', 'noscript', 'svg'])

/**
 * Returns the text inside an element as one line, with the alternative texts of images and without the nodes for which
 * `skips` is true. Visits at most 2,000 nodes.
 */
export function textOf(
  root: HtmlNode,
  max: number,
  skips: (node: HtmlNode) => boolean = () => false,
): string {
  let text = ''
  let nodes = 0
  walk(root, {
    enter: (node) => {
      nodes += 1
      if (nodes > MAX_NODES || text.length > max * 2 || TEXTLESS.has(node.name)) return false
      if (skips(node)) return false
      if (node.name === '#text') text += node.text.slice(0, max * 4)
      else if (node.name === 'br' || node.name === 'p' || node.name === 'div') text += ' '
      else if (node.name === 'img') text += altOf(node)
      return true
    },
  })
  return cleanLine(text, max)
}

const altOf = (image: HtmlNode): string =>
  image.attributes.find(({ name }) => name === 'alt')?.value ?? ''
