import { find, findAll, parentOf } from './page.ts'

/** The most paragraphs that are read to find the text of a page. */
const MAX_PARAGRAPHS = 500
const BESIDE_THE_TEXT = 'footer,nav,aside,header,dialog'
/** Matches a footer directly inside the element, before which the widget is put. */
const FOOT = ':scope>footer'

interface Placement {
  selector: string | null
  position: string
}

/**
 * Puts the widget into the element that the owner chose, else into the main part of the page or where its text ends;
 * false on a page that has no such place.
 */
export function put(widget: Element, { position, selector }: Placement): boolean {
  const text = (): Element | null =>
    longestText() ?? parentOf(find('footer') ?? widget) ?? find('body')
  const spot = find(selector ?? 'main,[role=main]') ?? (selector ? null : text())
  if (!spot) return false
  // The fields of a form may have the names of these methods, and would be found in their place.
  const own = Element.prototype
  const foot: Element | null = own.querySelector.call(spot, FOOT)
  if (position === 'before' || position === 'after') own[position].call(spot, widget)
  else if (position === 'start') own.prepend.call(spot, widget)
  else if (foot) own.before.call(foot, widget)
  else own.append.call(spot, widget)
  return true
}

/**
 * Finds the element around most of the text, by the lengths of paragraphs. For the element around their parent,
 * paragraphs count half, since articles have sections.
 */
function longestText(): Element | undefined {
  const sizes = new Map<Element, number>()
  let most = 0
  let longest: Element | undefined
  for (const paragraph of [...findAll('p')].slice(0, MAX_PARAGRAPHS)) {
    let size = paragraph.closest(BESIDE_THE_TEXT) ? 0 : paragraph.textContent.length
    let around: Element = paragraph
    for (let step = 0; step < 2; step++) {
      around = parentOf(around) ?? around
      const sum = (sizes.get(around) ?? 0) + size
      sizes.set(around, sum)
      size /= 2
      if (sum <= most) continue
      most = sum
      longest = around
    }
  }
  return longest
}
