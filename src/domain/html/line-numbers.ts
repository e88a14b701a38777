import type { HtmlNode } from './html-node.ts'
import { textOf } from './text.ts'

const HOLDERS: ReadonlySet<string> = new Set(['td', 'pre'])
const MAX_CHARS = 60
const MIN_NUMBERS = 3

/** True for the numbers of lines that highlighters put beside code, in a cell or a block of their own. */
export function isLineNumbers(node: HtmlNode): boolean {
  if (!HOLDERS.has(node.name)) return false
  const text = textOf(node, MAX_CHARS)
  if (!/^\d+(?: \d+)+ ?$/.test(text)) return false
  // The last number may be cut.
  const numbers = text.split(' ').map(Number).slice(0, MIN_NUMBERS)
  const [first = 0] = numbers
  return numbers.length === MIN_NUMBERS && numbers.every((number, at) => number === first + at)
}
