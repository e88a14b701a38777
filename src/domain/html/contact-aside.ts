import { dayIn } from './byline-day.ts'
import { attributeOf, walk, type HtmlNode } from './html-node.ts'
import { secondaryKind } from './secondary-parts.ts'
import { textOf } from './text.ts'

const MAX_NODES = 300
const REACHES = /^(?:tel|mailto):/i

/** True for an element beside the text that says how to reach who is behind the page. */
export function isContactAside(node: HtmlNode): boolean {
  if (node.name !== 'aside' || secondaryKind(node) !== null || !isInMain(node)) return false
  let isFound = false
  let nodes = 0
  walk(node, {
    enter: (inner) => {
      nodes += 1
      isFound ||= inner.name === 'address' || REACHES.test(attributeOf(inner, 'href') ?? '')
      return !isFound && nodes < MAX_NODES
    },
  })
  return isFound
}

const MAX_DAY_CHARS = 40

/** True for an element beside the text that says on which day it was written, and nothing else. */
export const isDayAside = (node: HtmlNode): boolean =>
  node.name === 'aside' &&
  node.chars > 0 &&
  node.chars <= MAX_DAY_CHARS &&
  dayIn(textOf(node, MAX_DAY_CHARS)) !== undefined

const MAX_UP = 12

function isInMain(node: HtmlNode): boolean {
  let up = node.parent
  for (let steps = 0; up !== null && steps < MAX_UP; steps += 1) {
    if (up.name === 'main') return true
    up = up.parent
  }
  return false
}
