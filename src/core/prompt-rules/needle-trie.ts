interface Node {
  /** What a text has between the parent and here. */
  label: string
  /** What was added with the text that ends here. */
  values: number[]
  children: Map<number, Node>
}

const newNode = (label: string): Node => ({ label, values: [], children: new Map() })

/** Many texts to look for in another one, at the cost of that one's length, not of their number. */
export class NeedleTrie {
  readonly #root = newNode('')

  /** Adds a text; the same one may be added with several values. */
  add(needle: string, value: number): void {
    let node = this.#root
    for (let at = 0; at < needle.length;) {
      const child = node.children.get(needle.charCodeAt(at))
      if (!child) {
        const leaf = newNode(needle.slice(at))
        node.children.set(needle.charCodeAt(at), leaf)
        node = leaf
        break
      }
      const shared = sharedLength(child.label, needle, at)
      node = shared < child.label.length ? split(node, child, shared) : child
      at += shared
    }
    node.values.push(value)
  }

  /** Calls `found` with the values of every text that stands somewhere in this one; with some of them repeatedly. */
  search(text: string, found: (values: readonly number[]) => void): void {
    const { values, children } = this.#root
    if (values.length > 0) found(values)
    if (children.size === 0) return
    for (let from = 0; from < text.length; from++) {
      let node = children.get(text.charCodeAt(from))
      for (let at = from; node !== undefined && text.startsWith(node.label, at);) {
        if (node.values.length > 0) found(node.values)
        at += node.label.length
        node = at < text.length ? node.children.get(text.charCodeAt(at)) : undefined
      }
    }
  }
}

function sharedLength(label: string, needle: string, at: number): number {
  let length = 1
  while (length < label.length && label[length] === needle[at + length]) length++
  return length
}

/** Puts a node where two texts part. */
function split(parent: Node, child: Node, length: number): Node {
  const middle = newNode(child.label.slice(0, length))
  parent.children.set(middle.label.charCodeAt(0), middle)
  child.label = child.label.slice(length)
  middle.children.set(child.label.charCodeAt(0), child)
  return middle
}
