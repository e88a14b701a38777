import type { HtmlNode } from './html-node.ts'
import { textOf } from './text.ts'

const HOLDERS: ReadonlySet<string> = new Set(['p', 'div'])
const MAX_CHARS = 160
/** Arrows and spaces may stand beside the links. */
const MIN_LINK_SHARE = 0.8
/** An arrow that points on alone may call to the next step. */
const ARROW_BACK = /^(?:[←‹«⟵]|<<? )/u

/** True for links alone of which the first points back: `← Older post  Newer post →`. */
export function isTurn(node: HtmlNode): boolean {
  const { name, chars, linkChars } = node
  if (chars === 0 || chars > MAX_CHARS || !HOLDERS.has(name)) return false
  return linkChars >= chars * MIN_LINK_SHARE && ARROW_BACK.test(textOf(node, MAX_CHARS))
}
