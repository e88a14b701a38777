import { find, findAll, parentOf } from './page.ts'

/** As many paragraphs as are read to find the text of a page. */
const MAX_PARAGRAPHS = 500
const BESIDE_THE_TEXT = 'footer,nav,aside,header,dialog'
/** Matches the footer that ends a page, rather than its text. */
const FOOT = ':scope>footer'

interface Placement {
  selector: string | null
  position: string
}

/** Puts the widget where the owner wants it, else where the text ends; false on a page that has no such place. */
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
 * The element around most of the text. Paragraphs count half for what is around the parent, since articles have
 * sections.
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
