import { attributeOf, element, textNode, type HtmlAttribute, type HtmlNode } from './html-node.ts'

/** Thrown when a page nests too deep or makes too many elements to be parsed whole. */
export class TreeLimitError extends Error {}

/**
 * The most levels of nested elements, at which browsers stop too. The parser searches the open elements at every tag,
 * so depth costs quadratic time.
 */
const MAX_DEPTH = 512
/** The most elements of a tree: more than any page of 2 MB needs, and fewer than misnested formatting can produce. */
const MAX_ELEMENTS = 300_000

const TEXT_DROPPED: ReadonlySet<string> = new Set([
  'style',
  'noscript',
  'noembed',
  'noframes',
  'iframe',
])

/** One shared node for all comments, which are never kept. */
const COMMENT = element('#comment')

/** The tree adapter interface of parse5 (https://parse5.js.org/interfaces/parse5.TreeAdapter.html), for `HtmlNode`. */
export interface TreeAdapter {
  createDocument: () => HtmlNode
  createDocumentFragment: () => HtmlNode
  createElement: (name: string, namespace: string, attributes: HtmlAttribute[]) => HtmlNode
  createCommentNode: () => HtmlNode
  createTextNode: (text: string) => HtmlNode
  appendChild: (parent: HtmlNode, child: HtmlNode) => void
  insertBefore: (parent: HtmlNode, child: HtmlNode, reference: HtmlNode) => void
  insertText: (parent: HtmlNode, text: string) => void
  insertTextBefore: (parent: HtmlNode, text: string, reference: HtmlNode) => void
  detachNode: (node: HtmlNode) => void
  setTemplateContent: (template: HtmlNode, content: HtmlNode) => void
  getTemplateContent: (template: HtmlNode) => HtmlNode | undefined
  adoptAttributes: (recipient: HtmlNode, attributes: HtmlAttribute[]) => void
  setDocumentType: () => void
  setDocumentMode: (document: HtmlNode, mode: string) => void
  getDocumentMode: () => string
  getFirstChild: (node: HtmlNode) => HtmlNode | undefined
  getChildNodes: (node: HtmlNode) => HtmlNode[]
  getParentNode: (node: HtmlNode) => HtmlNode | null
  getAttrList: (node: HtmlNode) => HtmlAttribute[]
  getTagName: (node: HtmlNode) => string
  getNamespaceURI: (node: HtmlNode) => string
  isElementNode: (node: HtmlNode) => boolean
  isTextNode: (node: HtmlNode) => boolean
  onItemPush: () => void
  onItemPop: () => void
}

/** Makes an adapter for one parse and the document that it fills. The adapter throws TreeLimitError while parsing. */
export function buildTree(): { adapter: TreeAdapter; root: HtmlNode } {
  const root = element('#document')
  let mode = 'no-quirks'
  let elements = 0
  let depth = 0
  const adapter: TreeAdapter = {
    createDocument: () => root,
    createDocumentFragment: () => element('#fragment'),
    createElement: (name, namespace, attributes) => {
      elements += 1
      if (elements > MAX_ELEMENTS) throw new TreeLimitError(`More than ${MAX_ELEMENTS} elements`)
      return element(name, attributes, namespace)
    },
    createCommentNode: () => COMMENT,
    createTextNode: textNode,
    setDocumentMode: (_, given) => {
      mode = given
    },
    getDocumentMode: () => mode,
    onItemPush: () => {
      depth += 1
      if (depth > MAX_DEPTH) throw new TreeLimitError(`Nested deeper than ${MAX_DEPTH}`)
    },
    onItemPop: () => {
      depth -= 1
    },
    ...statelessMethods,
  }
  return { adapter, root }
}

/** The methods that need no state of the parse. */
const statelessMethods = {
  appendChild: (parent: HtmlNode, child: HtmlNode): void => {
    if (child.name === '#comment') return
    parent.children.push(child)
    child.parent = parent
  },
  // @NOTE searched from the end: what the parser moves is nearly always the last child, and a search from the
  // beginning costs time squared in a table with misplaced content.
  insertBefore: (parent: HtmlNode, child: HtmlNode, reference: HtmlNode): void => {
    parent.children.splice(parent.children.lastIndexOf(reference), 0, child)
    child.parent = parent
  },
  insertText: (parent: HtmlNode, text: string): void => {
    if (dropsText(parent)) return
    const last = parent.children.at(-1)
    if (last?.name === '#text') last.text += text
    else statelessMethods.appendChild(parent, textNode(text))
  },
  insertTextBefore: (parent: HtmlNode, text: string, reference: HtmlNode): void => {
    const before = parent.children[parent.children.lastIndexOf(reference) - 1]
    if (before?.name === '#text') before.text += text
    else statelessMethods.insertBefore(parent, textNode(text), reference)
  },
  detachNode: (node: HtmlNode): void => {
    if (node.parent === null) return
    node.parent.children.splice(node.parent.children.lastIndexOf(node), 1)
    node.parent = null
  },
  setTemplateContent: (template: HtmlNode, content: HtmlNode): void => {
    statelessMethods.appendChild(template, content)
  },
  getTemplateContent: (template: HtmlNode): HtmlNode | undefined => template.children[0],
  adoptAttributes: (recipient: HtmlNode, attributes: HtmlAttribute[]): void => {
    for (const attribute of attributes) {
      if (recipient.attributes.length > 100) return
      if (attributeOf(recipient, attribute.name) === undefined) recipient.attributes.push(attribute)
    }
  },
  setDocumentType: (): void => {},
  getFirstChild: (node: HtmlNode): HtmlNode | undefined => node.children[0],
  getChildNodes: (node: HtmlNode): HtmlNode[] => node.children,
  getParentNode: (node: HtmlNode): HtmlNode | null => node.parent,
  getAttrList: (node: HtmlNode): HtmlAttribute[] => node.attributes,
  getTagName: (node: HtmlNode): string => node.name,
  getNamespaceURI: (node: HtmlNode): string => node.namespace,
  isElementNode: (node: HtmlNode): boolean => !node.name.startsWith('#'),
  isTextNode: (node: HtmlNode): boolean => node.name === '#text',
}

/** True for elements whose text is not read; scripts keep theirs only when it is JSON. */
function dropsText(parent: HtmlNode): boolean {
  if (parent.name === 'script')
    return !(attributeOf(parent, 'type') ?? '').toLowerCase().includes('json')
  return TEXT_DROPPED.has(parent.name)
}
