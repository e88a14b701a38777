import { walk, type HtmlNode } from './html-node.ts'
import { textOf } from './text.ts'

const HOLDERS: ReadonlySet<string> = new Set(['div', 'section', 'form', 'aside', 'p'])
const MAX_CHARS = 200
const MAX_NODES = 60
const MIN_CHOICES = 2
const CHOICES: ReadonlySet<string> = new Set(['button', 'input'])
/** Asks whether a text was of use. */
const WAS_IT_OF_USE =
  /(?:helpful|useful|hilfreich|geholfen|útil|utile|nuttig|behulpzaam|pomocn|hjälp|yardımcı|faydalı|役に立|参考になり|有帮助|有用|도움이)[^?？]{0,40}[?？]/iu

/** True for a box that asks readers to rate the text: `Was this page helpful?` above buttons. */
export function isRatingBox(node: HtmlNode): boolean {
  if (node.chars === 0 || node.chars > MAX_CHARS || !HOLDERS.has(node.name)) return false
  return countChoices(node) >= MIN_CHOICES && WAS_IT_OF_USE.test(textOf(node, MAX_CHARS))
}

function countChoices(node: HtmlNode): number {
  let nodes = 0
  let choices = 0
  walk(node, {
    enter: ({ name }) => {
      nodes += 1
      if (CHOICES.has(name)) choices += 1
      return nodes < MAX_NODES
    },
  })
  return choices
}
