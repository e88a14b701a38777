/** The names of the elements that the app may make; those of SVG have a namespace of their own. */
const HTML_TAGS = [
  'bdi',
  'button',
  'caption',
  'details',
  'div',
  'h1',
  'h2',
  'header',
  'input',
  'li',
  'p',
  'section',
  'small',
  'span',
  'strong',
  'summary',
  'table',
  'tbody',
  'td',
  'th',
  'thead',
  'tr',
  'ul',
] as const
const SVG_TAGS = ['circle', 'desc', 'g', 'line', 'path', 'rect', 'svg', 'text', 'title'] as const

export type TagName = (typeof HTML_TAGS)[number] | (typeof SVG_TAGS)[number]

export const isSvgTag = (tag: TagName): boolean => SVG_TAGS.some((name) => name === tag)

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

/**
 * An element as data. A text that others wrote is always a child or the value of an attribute with a fixed name, so it
 * cannot become an element, a script or an address.
 */
export interface Branch {
  tag: TagName
  attributes: Attributes
  children: readonly Leaf[]
}

export type Leaf = Branch | string

/** Makes an element as data; children that are false or undefined are left out. */
export const makeElement = (
  tag: TagName,
  attributes: Attributes,
  ...children: readonly (Leaf | false | undefined)[]
): Branch => ({
  tag,
  attributes,
  children: children.filter((child) => child !== false && child !== undefined),
})

/** Makes a table with one row of heads and rows of cells. */
export const makeDataTable = (
  attributes: Attributes,
  heads: readonly Branch[],
  rows: readonly (readonly Branch[])[],
): Branch =>
  makeElement(
    'table',
    attributes,
    makeElement('thead', {}, makeElement('tr', {}, ...heads)),
    makeElement('tbody', {}, ...rows.map((cells) => makeElement('tr', {}, ...cells))),
  )
