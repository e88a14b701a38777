import { isSvgTag, type Branch, type Leaf } from '../model/branch.ts'

const SVG = 'http://www.w3.org/2000/svg'

/**
 * Makes the children of an element equal to the model. Elements that stay keep the focus and the pointer. Text goes in
 * as text and is never parsed.
 */
export function patchChildren(parent: Element, leaves: readonly Leaf[]): void {
  for (const [i, leaf] of leaves.entries()) {
    const present = parent.childNodes[i]
    const kept = present && patchNode(present, leaf)
    if (kept) continue
    const made = makeNode(leaf)
    if (present) present.replaceWith(made)
    else parent.append(made)
  }
  while (parent.childNodes.length > leaves.length) parent.lastChild?.remove()
}

/** Changes a node into the one of the model; false for a node of another kind, which must be replaced. */
function patchNode(node: ChildNode, leaf: Leaf): boolean {
  if (typeof leaf === 'string') {
    if (!(node instanceof Text)) return false
    if (node.data !== leaf) node.data = leaf
    return true
  }
  if (!(node instanceof Element) || node.localName !== leaf.tag) return false
  patchElement(node, leaf)
  return true
}

function makeNode(leaf: Leaf): Node {
  if (typeof leaf === 'string') return document.createTextNode(leaf)
  const made = isSvgTag(leaf.tag)
    ? document.createElementNS(SVG, leaf.tag)
    : document.createElement(leaf.tag)
  patchElement(made, leaf)
  return made
}

function patchElement(node: Element, { attributes, children }: Branch): void {
  const wanted = new Map<string, string>()
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false)
      wanted.set(name, value === true ? '' : String(value))
  }
  for (const name of node.getAttributeNames()) {
    // People open and close details themselves.
    if (!wanted.has(name) && name !== 'open') node.removeAttribute(name)
  }
  for (const [name, value] of wanted) {
    if (node.getAttribute(name) !== value) node.setAttribute(name, value)
  }
  if (node instanceof HTMLInputElement) node.value = wanted.get('value') ?? ''
  patchChildren(node, children)
}
