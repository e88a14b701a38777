import { attributeOf, type HtmlNode } from './html-node.ts'

/** What the labels of an element say it is, beside the page's own text. */
export type SecondaryKind = 'consent' | 'appended' | 'sidebar' | 'doubtful'

/** Elements that hold the whole page or a heading: what their labels say is about the page, or is its words. */
const UNLABELLED: ReadonlySet<string> = new Set('html body main h1 h2 h3 h4 h5 h6'.split(' '))

/** Consent banners, by the class names and ids that their vendors and authors use in several languages. */
const CONSENT =
  /cookies?[-_ ]?(?:banner|consent|notice|notification|bar|law|policy-|popup|modal|message|info|settings|dialog|overlay|wall|alert|compliance|bot|yes|hinweis|bandeau|melding)|(?:banner|consent|notice|accept|aviso|hinweis|bandeau|avviso|barra)[-_ ]?(?:de[-_])?cookies?|consent[-_ ]?(?:banner|manager|dialog|popup|modal|bar|notice)|gdpr[-_ ]?(?:banner|consent|notice|bar|popup|modal|overlay|message)|onetrust|didomi|usercentrics|truste[-_]|qc-cmp/i

/** Words that begin a label of any part, such as `post` in `post-comments`. */
const OF_THE_PAGE =
  '(?:(?:post|entry|article|page|blog|site|single|wp|js|the|theme|user|block|jp)[-_]+)?'

/**
 * What themes append to a page, by a whole word of class or a whole id: comments, the author's box, other pages, the
 * pages before and after. `comment` alone is left out, which highlighters use for code.
 */
const APPENDED = new RegExp(
  `^${OF_THE_PAGE}(?:${[
    'comments(?:[-_]+(?:area|list|section|wrap|wrapper|container|thread|form|box|block|body|area|template))*',
    'comment[-_]*(?:area|list|section|wrap|wrapper|container|thread|threads|form|respond|box)',
    'respond|disqus(?:[-_]?thread)?|giscus|utterances|fb[-_]comments|webmentions?|discussion[-_]thread',
    'about[-_]+(?:the[-_]+)?author|author[-_]{0,2}(?:bio|box|card|profile|about|widget|panel)',
    '(?:you[-_]may[-_](?:also[-_])?like|read[-_]next|up[-_]next|yarpp|relatedposts|prev[-_]+next|next[-_]+prev)',
    '(?:posts?|article|entry|single|page)[-_]*nav(?:igation|igator)?(?:[-_]+(?:area|links?|wrap|wrapper|container|inner|box))?',
    '(?:related|similar|suggested|more)[-_]*(?:posts?|articles?|stories|reads?|reading|entries|news|topics|videos)(?:[-_]+\\w+)*',
    '(?:post|article|entry|single)[-_]+(?:latest|recent|other)[-_]+(?:posts?|articles?|stories|entries|news)',
    'edit[-_](?:this[-_])?(?:page|post|article|link|on[-_]git(?:hub|lab))(?:[-_]+\\w+)?|page[-_]edit(?:[-_]link)?',
    '(?:post|article|entry)[-_](?:copyright|licen[cs]e|reward|donate|tip)(?:[-_]+(?:box|info|container))?',
    'nav[-_](?:previous|next|links)|sharedaddy|sharrre[-_]container|share[-_]*(?:buttons?|bar|links|icons)',
  ].join('|')})$`,
  'i',
)
const MAY_BE_APPENDED =
  /comment|respond|disqus|giscus|utteranc|webment|discuss|author|like|next|yarpp|relat|similar|suggest|more|edit|nav|share|sharrre|post[-_]|article[-_]|entry[-_]/i

/** The first word of a class or a whole id; as a later word it says that the page has a sidebar somewhere. */
const SIDEBAR =
  /^\s*(?:(?:left|right|primary|secondary|site|page|blog|article|post|single|entry)[-_]+)?(?:sidebar|widget-area)(?:[-_]?(?:\d+|left|right|primary|secondary))?(?:\s|$)/i

/** Parts that are secondary on most sites, by whole words of class and id. */
const DOUBTFUL =
  /(?:^|[\s_-])(?:sidebar|breadcrumbs?|share|sharing|social|newsletter|popup|modal|advert|advertisement|ads?|promo|related|recommended|pagination|pager|skip|toc|comments|disqus)(?:$|[\s_-])/i

const MAX_ATTRIBUTE = 500
const MAX_KNOWN = 5_000
const known = new Map<string, SecondaryKind | null>()

/** Tells by class, id and microdata whether an element is a secondary part of its page. */
export function secondaryKind(node: HtmlNode): SecondaryKind | null {
  if (node.attributes.length === 0 || UNLABELLED.has(node.name)) return null
  let classes = ''
  let id = ''
  for (const { name, value } of node.attributes) {
    if (name === 'class') classes = value.slice(0, MAX_ATTRIBUTE)
    else if (name === 'id') id = value.slice(0, MAX_ATTRIBUTE)
    else if (name === 'itemprop' && isComment(value)) return 'appended'
  }
  // Generators of documents make the id of a section from its heading, which says nothing of its place on the page.
  if (classes === '' && node.name === 'section') return null
  return classes === '' && id === '' ? null : kindOfLabels(classes, id)
}

const isComment = (property: string): boolean => /^\s*comments?\s*$/i.test(property.slice(0, 100))

/** Themes repeat their labels, so what was found is kept. */
function kindOfLabels(classes: string, id: string): SecondaryKind | null {
  const label = `${classes} ${id}`
  const before = known.get(label)
  if (before !== undefined) return before
  if (known.size >= MAX_KNOWN) known.clear()
  const kind = readLabels(classes, id)
  known.set(label, kind)
  return kind
}

function readLabels(classes: string, id: string): SecondaryKind | null {
  const label = `${classes} ${id}`
  if (CONSENT.test(label)) return 'consent'
  const isAppended =
    MAY_BE_APPENDED.test(label) && label.split(/\s+/).some((word) => APPENDED.test(word))
  if (isAppended) return 'appended'
  if (SIDEBAR.test(classes) || SIDEBAR.test(id)) return 'sidebar'
  return DOUBTFUL.test(label) ? 'doubtful' : null
}

/** True when microdata says that an element is furniture of the site: its header, footer, sidebar or menu. */
export function isSiteFurniture(node: HtmlNode): boolean {
  const type = attributeOf(node, 'itemtype')
  return type !== undefined && FURNITURE_TYPE.test(type.slice(0, 200))
}

const FURNITURE_TYPE =
  /schema\.org\/(?:WPHeader|WPFooter|WPSideBar|WPAdBlock|SiteNavigationElement)\s*$/i
