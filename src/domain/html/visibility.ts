import { attributeOf, type HtmlNode } from './html-node.ts'

/** Elements whose content is never read as text of the page. */
const UNREAD: ReadonlySet<string> = new Set(
  `script style noscript template iframe object embed canvas svg audio video select option datalist textarea button
  noembed noframes head`.split(/\s+/),
)

const BOILERPLATE: ReadonlySet<string> = new Set(['nav', 'aside', 'menu'])
const BOILERPLATE_ROLES: ReadonlySet<string> = new Set(
  `navigation banner contentinfo complementary search dialog alertdialog menu menubar toolbar tablist`.split(
    ' ',
  ),
)

/** Elements that hold a page together, so a class of theirs speaks of the whole. */
const FRAMES: ReadonlySet<string> = new Set(['html', 'body', 'main'])

/** Banners that ask for consent: by the names that makers of such banners and authors give them. */
const CONSENT =
  /cookie[-_ ]?(?:banner|consent|notice|notification|bar|law|policy-|popup|modal|message|info|settings|dialog|overlay|wall|alert|compliance|bot|yes)|(?:banner|consent|notice|accept)[-_ ]?cookie|consent[-_ ]?(?:banner|manager|dialog|popup|modal|bar|notice)|gdpr|onetrust|didomi|usercentrics|truste[-_]|qc-cmp/i

/** Parts beside the text, by whole words of class and id. */
const ASIDE =
  /(?:^|[\s_-])(?:sidebar|breadcrumbs?|share|sharing|social|newsletter|popup|modal|advert|advertisement|ads?|promo|related|recommended|pagination|pager|skip|toc|comments|disqus)(?:$|[\s_-])/i

const MAX_ATTRIBUTE = 500

export function isUnread(node: HtmlNode): boolean {
  return UNREAD.has(node.name)
}

/** Whether the markup itself says that a reader does not see the element. */
export function isHidden(node: HtmlNode): boolean {
  for (const { name, value } of node.attributes) {
    if (name === 'hidden') return value !== 'until-found'
    if (name === 'aria-hidden' && value === 'true') return true
    if (name === 'style' && hidesByStyle(value)) return true
  }
  return node.name === 'dialog' && attributeOf(node, 'open') === undefined
}

function hidesByStyle(style: string): boolean {
  const compact = style.slice(0, MAX_ATTRIBUTE).replaceAll(/\s/g, '').toLowerCase()
  return compact.includes('display:none') || compact.includes('visibility:hidden')
}

/** Whether an element is navigation or the like by what it is, whatever it contains. */
export function isBoilerplate(node: HtmlNode): boolean {
  if (BOILERPLATE.has(node.name)) return true
  const role = attributeOf(node, 'role')
  if (role !== undefined && BOILERPLATE_ROLES.has(role.toLowerCase())) return true
  if (FRAMES.has(node.name) || node.name === 'article') return false
  if (node.name === 'footer') return true
  if (node.name === 'header') return !isInsideArticle(node)
  return CONSENT.test(labelOf(node))
}

/** Whether an element looks like a part beside the text; only how much text it holds can tell. */
export function looksAside(node: HtmlNode): boolean {
  return node.name === 'form' || (!FRAMES.has(node.name) && ASIDE.test(labelOf(node)))
}

function labelOf(node: HtmlNode): string {
  let label = ''
  for (const { name, value } of node.attributes) {
    if (name === 'class' || name === 'id') label += ` ${value.slice(0, MAX_ATTRIBUTE)}`
  }
  return label
}

/** The header of an article holds its title; that of the page, its menu. */
function isInsideArticle(node: HtmlNode): boolean {
  for (let up = node.parent, steps = 0; up !== null && steps < 12; up = up.parent, steps += 1) {
    if (up.name === 'article' || up.name === 'main' || attributeOf(up, 'role') === 'main')
      return true
  }
  return false
}
