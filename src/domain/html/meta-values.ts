import { attributeOf, type HtmlNode } from './html-node.ts'

const MAX_VALUES = 300

/** Values of the `meta` elements and of the microdata of a page: the first value of each name, names in lower case. */
export interface MetaValues {
  /** Keyed by `name` or `property`: `description`, `og:title`, `article:modified_time`. */
  named: ReadonlyMap<string, string>
  /** Keyed by `http-equiv`. */
  httpEquiv: ReadonlyMap<string, string>
  /** Keyed by `itemprop` of any element; the value is its `content`, `datetime` or `href`. */
  itemprop: ReadonlyMap<string, string>
}

export function readMetaValues(
  metas: readonly HtmlNode[],
  properties: readonly HtmlNode[],
): MetaValues {
  const named = new Map<string, string>()
  const httpEquiv = new Map<string, string>()
  const itemprop = new Map<string, string>()
  for (const meta of metas) {
    const content = attributeOf(meta, 'content')
    if (content === undefined || content.trim() === '') continue
    add(named, attributeOf(meta, 'name'), content)
    add(named, attributeOf(meta, 'property'), content)
    add(httpEquiv, attributeOf(meta, 'http-equiv'), content)
  }
  for (const property of properties) {
    const value =
      attributeOf(property, 'content') ??
      attributeOf(property, 'datetime') ??
      attributeOf(property, 'href')
    if (value !== undefined) add(itemprop, attributeOf(property, 'itemprop'), value)
  }
  return { named, httpEquiv, itemprop }
}

function add(values: Map<string, string>, name: string | undefined, value: string): void {
  if (name === undefined || values.size >= MAX_VALUES) return
  const key = name.slice(0, 100).trim().toLowerCase()
  if (key !== '' && !values.has(key)) values.set(key, value)
}
