import { withoutHidden } from './hidden-text.ts'
import { walk, type HtmlNode } from './html-node.ts'

const NEEDS_SQUASH = /[\t\n\f\r\u00A0\u2028\u2029]| {2}/

/** Text with every run of white space as one space, as a browser shows it. Ends keep theirs. */
export function squash(text: string): string {
  return NEEDS_SQUASH.test(text) ? text.replaceAll(/[\s\u00A0]+/g, ' ') : text
}

/**
 * One line of text that may be stored and shown: no control characters, none that nobody sees, no half characters, at
 * most `max` long.
 */
export function cleanLine(text: string, max: number): string {
  const start = text.slice(0, max * 4)
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  const plain = start.replaceAll(/[\u0000-\u0020\u007F-\u00A0\u2028\u2029]+/g, ' ')
  return cut(squash(withoutHidden(plain)).trim(), max).toWellFormed()
}

/** The same, or null where nothing is left. */
export function lineOrNull(text: string | undefined, max: number): string | null {
  const line = cleanLine(text ?? '', max)
  return line === '' ? null : line
}

/** At most `max` UTF-16 units, never ending in half a character. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text
  const last = text.charCodeAt(max - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? max - 1 : max)
}

const MAX_NODES = 2_000
const MUTE: ReadonlySet<string> = new Set(['script', 'style', 'template', 'noscript', 'svg'])

/** The text inside an element as one line; images are their alternative text. Looks at 2,000 nodes at most. */
export function textOf(root: HtmlNode, max: number): string {
  let text = ''
  let nodes = 0
  walk(root, {
    enter: (node) => {
      nodes += 1
      if (nodes > MAX_NODES || text.length > max * 2 || MUTE.has(node.name)) return false
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
