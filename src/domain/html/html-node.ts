export interface HtmlAttribute {
  name: string
  value: string
}

/**
 * A node of a page: an element, `#text` or `#document`. Leaner than a DOM, since a scan makes millions of them; the
 * measures, in characters of visible text, are filled in by `collectElements`.
 */
export interface HtmlNode {
  readonly name: string
  readonly attributes: HtmlAttribute[]
  /** The XHTML namespace for HTML elements, else that of SVG or MathML. */
  readonly namespace: string
  parent: HtmlNode | null
  children: HtmlNode[]
  text: string
  /** Offset of a `#text` in the visible text of the body; -1 when it is not visible. */
  start: number
  chars: number
  linkChars: number
  /** Characters in paragraphs that are not mostly links. */
  proseChars: number
}

export const XHTML = 'http://www.w3.org/1999/xhtml'
const NO_ATTRIBUTES: HtmlAttribute[] = []
const NO_CHILDREN: HtmlNode[] = []

export function element(
  name: string,
  attributes: HtmlAttribute[] = [],
  namespace = XHTML,
): HtmlNode {
  return node(name, attributes, namespace, [], '')
}

/** Makes a text node; all text nodes share one empty list of children. */
export function textNode(text: string): HtmlNode {
  return node('#text', NO_ATTRIBUTES, XHTML, NO_CHILDREN, text)
}

function node(
  name: string,
  attributes: HtmlAttribute[],
  namespace: string,
  children: HtmlNode[],
  text: string,
): HtmlNode {
  return {
    name,
    attributes,
    namespace,
    parent: null,
    children,
    text,
    start: -1,
    chars: 0,
    linkChars: 0,
    proseChars: 0,
  }
}

export function attributeOf(of: HtmlNode, name: string): string | undefined {
  for (const attribute of of.attributes) if (attribute.name === name) return attribute.value
  return undefined
}

const HEADING = /^h[1-6]$/

export const isHeading = ({ name }: HtmlNode): boolean => HEADING.test(name)

/** True when a space-separated attribute (`rel`, `class`) contains the token, in any case. */
export function hasToken(value: string | undefined, word: string): boolean {
  if (value === undefined || value.length < word.length) return false
  return value.slice(0, 1_000).toLowerCase().split(/\s+/).includes(word)
}

export interface TreeVisitor {
  /** Visits a node before its children; false skips the children and `leave`. */
  enter: (visited: HtmlNode) => boolean
  /** Visits a node after its children. */
  leave?: (visited: HtmlNode) => void
}

/** Visits a tree in document order, without recursion, since a page may nest thousands of levels deep. */
export function walk(root: HtmlNode, { enter, leave }: TreeVisitor): void {
  const path: HtmlNode[] = []
  const next: number[] = []
  const open = (visited: HtmlNode): void => {
    if (!enter(visited)) return
    if (visited.children.length === 0) {
      leave?.(visited)
      return
    }
    path.push(visited)
    next.push(0)
  }
  open(root)
  while (path.length > 0) {
    const top = path.length - 1
    const parent = path[top]
    const at = next[top] ?? 0
    const child = parent?.children[at]
    next[top] = at + 1
    if (child !== undefined) open(child)
    else {
      path.pop()
      next.pop()
      if (parent !== undefined) leave?.(parent)
    }
  }
}

/** Finds the first node of a tree that fits, in document order; after `max` visited nodes it goes no deeper. */
export function findIn(
  root: HtmlNode,
  max: number,
  fits: (node: HtmlNode) => boolean,
): HtmlNode | undefined {
  let found: HtmlNode | undefined
  let nodes = 0
  walk(root, {
    enter: (visited) => {
      nodes += 1
      if (found === undefined && fits(visited)) found = visited
      return found === undefined && nodes < max
    },
  })
  return found
}

/** Finds the nearest element around a node that fits, at most `steps` levels up. */
export function nearestAround(
  inner: HtmlNode,
  steps: number,
  fits: (around: HtmlNode) => boolean,
): HtmlNode | undefined {
  let up = inner.parent
  for (let left = steps; up !== null && left > 0; left -= 1) {
    if (fits(up)) return up
    up = up.parent
  }
  return undefined
}
