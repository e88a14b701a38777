import { attributeOf, type HtmlNode } from './html-node.ts'

/** Elements whose content is never read as text of the page. */
const NON_CONTENT: ReadonlySet<string> = new Set(
  `script style noscript template iframe object embed canvas svg audio video select option datalist textarea button
  noembed noframes head`.split(/\s+/),
)

const BOILERPLATE: ReadonlySet<string> = new Set(['nav', 'aside', 'menu'])
const BOILERPLATE_ROLES: ReadonlySet<string> = new Set(
  `navigation banner contentinfo complementary search dialog alertdialog menu menubar toolbar tablist`.split(
    ' ',
  ),
)

/** Elements that hold the whole page, so a class name on them says nothing about one part. */
const PAGE_CONTAINERS: ReadonlySet<string> = new Set(['html', 'body', 'main'])

/** Consent banners, by the class names and ids that their vendors and authors use. */
const CONSENT =
  /cookie[-_ ]?(?:banner|consent|notice|notification|bar|law|policy-|popup|modal|message|info|settings|dialog|overlay|wall|alert|compliance|bot|yes)|(?:banner|consent|notice|accept)[-_ ]?cookie|consent[-_ ]?(?:banner|manager|dialog|popup|modal|bar|notice)|gdpr|onetrust|didomi|usercentrics|truste[-_]|qc-cmp/i

/** Secondary parts of a page, by whole words of class and id. */
const SECONDARY =
  /(?:^|[\s_-])(?:sidebar|breadcrumbs?|share|sharing|social|newsletter|popup|modal|advert|advertisement|ads?|promo|related|recommended|pagination|pager|skip|toc|comments|disqus)(?:$|[\s_-])/i

const MAX_ATTRIBUTE = 500

export function isNonContent(node: HtmlNode): boolean {
  return NON_CONTENT.has(node.name)
}

/** True when the markup itself hides the element; style sheets are not read. */
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

/** True when an element is boilerplate by its tag, role or class, whatever it contains. */
export function isBoilerplate(node: HtmlNode): boolean {
  if (BOILERPLATE.has(node.name)) return true
  const role = attributeOf(node, 'role')
  if (role !== undefined && BOILERPLATE_ROLES.has(role.toLowerCase())) return true
  if (PAGE_CONTAINERS.has(node.name) || node.name === 'article') return false
  if (node.name === 'footer') return true
  if (node.name === 'header') return !isInsideArticle(node)
  return CONSENT.test(labelOf(node))
}

/** True when an element looks like a secondary part; only the amount of text in it can tell for sure. */
export function looksSecondary(node: HtmlNode): boolean {
  return node.name === 'form' || (!PAGE_CONTAINERS.has(node.name) && SECONDARY.test(labelOf(node)))
}

function labelOf(node: HtmlNode): string {
  let label = ''
  for (const { name, value } of node.attributes) {
    if (name === 'class' || name === 'id') label += ` ${value.slice(0, MAX_ATTRIBUTE)}`
  }
  return label
}

/** The header of an article holds its title; the header of a page holds the menu. */
function isInsideArticle(node: HtmlNode): boolean {
  for (let up = node.parent, steps = 0; up !== null && steps < 12; up = up.parent, steps += 1) {
    if (up.name === 'article' || up.name === 'main' || attributeOf(up, 'role') === 'main')
      return true
  }
  return false
}
