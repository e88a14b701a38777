import { attributeOf, hasToken, walk, type HtmlNode } from './html-node.ts'
import { isBoilerplate, isHidden } from './visibility.ts'

const MAX_IDS = 2_000

/**
 * The parts that the markup hides until a reader opens them: panels of tabs, and elements that a control of the page
 * names as its own. A menu, a dialog or an element that only another menu opens does not count. The page is searched
 * for controls when the first hidden element is looked up.
 */
export class OpenedPanels {
  readonly #root: HtmlNode
  #controls: Controls | undefined

  constructor(root: HtmlNode) {
    this.#root = root
  }

  /** True when a reader can open a hidden element, so that its text is content. */
  has(node: HtmlNode): boolean {
    const isTab = isTabPanel(node)
    const id = attributeOf(node, 'id')
    if ((!isTab && id === undefined) || node.name === 'dialog' || isBoilerplate(node)) return false
    this.#controls ??= findControls(this.#root)
    return isTab ? this.#controls.hasTabs : id !== undefined && this.#controls.ids.has(id)
  }
}

interface Controls {
  hasTabs: boolean
  /** The ids of the elements that controls of the page open. */
  ids: Set<string>
}

function findControls(root: HtmlNode): Controls {
  const found: Controls = { hasTabs: false, ids: new Set() }
  walk(root, {
    enter: (node) => {
      if (node.name === '#text') return false
      if (node.attributes.length === 0) return !isBoilerplate(node)
      const isTab = attributeOf(node, 'role') === 'tab'
      if (isTab) found.hasTabs = true
      else if (isClosedToReaders(node)) return false
      if (found.ids.size < MAX_IDS) for (const id of openedBy(node, isTab)) found.ids.add(id)
      return true
    },
  })
  return found
}

/**
 * True for an element whose controls readers do not see: boilerplate other than a list of tabs, or a hidden element
 * without an `id`. With an `id` a hidden element may be a panel that can be opened.
 */
const isClosedToReaders = (node: HtmlNode): boolean =>
  (isBoilerplate(node) && attributeOf(node, 'role') !== 'tablist') ||
  (isHidden(node) && !isTabPanel(node) && attributeOf(node, 'id') === undefined)

const isTabPanel = (node: HtmlNode): boolean => attributeOf(node, 'role') === 'tabpanel'

const TOGGLES: ReadonlySet<string> = new Set(['collapse', 'tab', 'pill'])

function openedBy(node: HtmlNode, isTab: boolean): string[] {
  const popup = attributeOf(node, 'aria-haspopup')
  if (popup !== undefined && popup !== 'false') return []
  const ids = (attributeOf(node, 'aria-controls') ?? '').slice(0, 500).split(/\s+/)
  const toggle = attributeOf(node, 'data-bs-toggle') ?? attributeOf(node, 'data-toggle')
  if (isTab || (toggle !== undefined && TOGGLES.has(toggle))) {
    for (const name of ['data-bs-target', 'data-target', 'href']) {
      const target = attributeOf(node, name)
      if (target?.startsWith('#') === true) ids.push(target.slice(1))
    }
  }
  // A button for a menu on small screens often has no aria-haspopup, but its class.
  return hasToken(attributeOf(node, 'class'), 'navbar-toggler') ? [] : ids.filter((id) => id !== '')
}
