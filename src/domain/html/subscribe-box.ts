import { attributeOf, walk, type HtmlNode } from './html-node.ts'

/** In characters; a longer section has something of its own to say. */
const MAX_CHARS = 500
const MAX_NODES = 200

/** True for a short section around a form that takes an e-mail address and no message: it asks to subscribe. */
export function isSubscribeBox(node: HtmlNode): boolean {
  if (node.name !== 'section' || node.chars > MAX_CHARS) return false
  const found = { form: false, email: false, message: false }
  let nodes = 0
  walk(node, {
    enter: (inner) => {
      nodes += 1
      if (inner.name === 'form') found.form = true
      else if (inner.name === 'textarea' || inner.name === 'select') found.message = true
      else if (inner.name === 'input') found.email ||= takesEmail(inner)
      return nodes < MAX_NODES
    },
  })
  return found.form && found.email && !found.message
}

const takesEmail = (input: HtmlNode): boolean =>
  attributeOf(input, 'type')?.toLowerCase() === 'email'
