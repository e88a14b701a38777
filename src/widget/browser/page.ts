const own = Document.prototype

/**
 * Reads a property of the document by the browser's own getter.
 *
 * @NOTE an element that a stranger may write on a page, such as `<img name="body">` in a comment, takes the place of
 * any property of `document`, and of none of its prototype's:
 * https://html.spec.whatwg.org/multipage/dom.html#dom-document-nameditem.
 */
export const read = <Name extends keyof Document>(name: Name): Document[Name] =>
  Reflect.get(own, name, document)

export const find = (selector: string): Element | null => own.querySelector.call(document, selector)

export const findAll = (selector: string): NodeListOf<Element> =>
  own.querySelectorAll.call(document, selector)

export const create: Document['createElement'] = own.createElement.bind(document)

export const createSvg = (name: 'svg' | 'path'): SVGElement =>
  own.createElementNS.call(document, 'http://www.w3.org/2000/svg', name) as SVGElement

/**
 * Returns the parent element of a node by the browser's own getter, since a field of a form may have the getter's name.
 */
export const parentOf = (node: Node): Element | null =>
  Reflect.get(Node.prototype, 'parentElement', node)
