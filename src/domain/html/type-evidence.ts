import { attributeOf, isHeading, nearestAround, type HtmlNode } from './html-node.ts'
import type { MainText } from './main-text.ts'
import type { MetaValues } from './meta-values.ts'
import { linkHostOf, type LinkResolver } from './page-links.ts'
import type { PageElements } from './collect-elements.ts'
import { textOf } from './text.ts'

/** What a page's markup tells of its type. Counts are of the main text. */
export interface TypeEvidence {
  /** Other pages of the site that headings lead to. */
  linkedHeadings: number
  /** Other pages that paragraphs and items of lists lead to, where the link is most of them. */
  linkedItems: number
  /** Elements `article` side by side, each with a link. */
  cards: number
  /** The share of the characters that are links to other pages, 0 to 1. */
  linkShare: number
  /** Sums of money, at most 20. */
  prices: number
  /** What puts something in a basket or buys it, at most 20; not looked for where there is no price. */
  buys: number
  /** True when microdata or a meta element state a price. */
  isPriced: boolean
  /** True when the page says that a program for documentation made it. */
  isManual: boolean
}

interface ReadPage {
  found: PageElements
  /** Holds the main text. */
  root: HtmlNode
  main: MainText
  meta: MetaValues
  resolver: LinkResolver
}

const MAX_COUNT = 20
const MAX_ANCHORS = 500
const MAX_CONTROLS = 300
const MAX_CARDS = 100
const MAX_PRICED_CHARS = 20_000
/** Elements between a link and the heading or item around it. */
const MAX_UP = 4

/** Reads what tells the type of a page; takes microseconds, since most is counted already. */
export function readTypeEvidence(page: ReadPage, pageUrl: string): TypeEvidence {
  const { main, meta } = page
  const prices = countPrices(main)
  const isPriced = PRICE_PROPERTIES.some((name) => meta.itemprop.has(name) || meta.named.has(name))
  return {
    ...readEntries(page, pageUrl),
    cards: countCards(page),
    prices,
    buys: prices > 0 || isPriced ? countBuys(page) : 0,
    isPriced,
    isManual: isManual(meta),
  }
}

const PRICE_PROPERTIES = ['price', 'lowprice', 'product:price:amount', 'og:price:amount']

/** Matches a sum of money: a sign or code of a common currency beside a number; no list of variables, as `$1,$2`. */
const PRICE =
  /(?:(?<![,{])\$(?!\d{1,2}[,}]\$?\D)|[€£¥₩₺₹]|(?:USD|EUR|GBP|CHF|JPY|BRL|TRY|PLN|SEK)) ?\d|\d ?(?:€|£|円|元|원|₺|zł\b|kr\b|(?:USD|EUR|GBP|CHF|JPY|BRL|TRY|TL|PLN|SEK)\b)/g

function countPrices({ text }: MainText): number {
  const start = text.slice(0, MAX_PRICED_CHARS)
  let prices = 0
  PRICE.lastIndex = 0
  while (prices < MAX_COUNT && PRICE.test(start)) prices += 1
  return prices
}

function readEntries({ main, resolver, root }: ReadPage, pageUrl: string) {
  const headings = new Set<string>()
  const items = new Set<string>()
  // A heading that names several pages lists tags or categories.
  const read = new Set<HtmlNode>()
  const ownHost = linkHostOf(pageUrl)
  let linkChars = 0
  for (const anchor of main.anchors.slice(0, MAX_ANCHORS)) {
    const href = attributeOf(anchor, 'href')
    if (href === undefined || href.startsWith('#')) continue
    linkChars += anchor.chars
    const holder = holderOf(anchor, root)
    const url = holder && resolver.resolve(href)
    if (!url || url === pageUrl || read.has(holder)) continue
    // A heading that leads to another site names its subject, as reviews and references do.
    if (ITEMS.has(holder.name)) items.add(url)
    else if (linkHostOf(url) === ownHost) {
      headings.add(url)
      if (isHeading(holder)) read.add(holder)
    }
  }
  const chars = main.text.length
  return {
    linkedHeadings: headings.size,
    linkedItems: items.size,
    linkShare: chars === 0 ? 0 : Math.min(1, Math.round((linkChars / chars) * 100) / 100),
  }
}

const ITEMS: ReadonlySet<string> = new Set(['li', 'tr', 'dt', 'dd', 'p'])

/**
 * What a link stands for: the heading around it, itself where it holds one, or an item of a list that is hardly more than the
 * link.
 */
function holderOf(anchor: HtmlNode, root: HtmlNode): HtmlNode | undefined {
  if (holdsHeading(anchor)) return anchor
  const holder = nearestAround(
    anchor,
    MAX_UP,
    (up) => up === root || isHeading(up) || ITEMS.has(up.name),
  )
  if (holder === undefined || holder === root) return undefined
  return isHeading(holder) || holder.linkChars * 2 >= holder.chars ? holder : undefined
}

/** Elements between a card that is one link and the heading in it. */
const MAX_DOWN = 4

const holdsHeading = (node: HtmlNode, down = MAX_DOWN): boolean =>
  down > 0 &&
  node.children.slice(0, 5).some((child) => isHeading(child) || holdsHeading(child, down - 1))

const MAX_DEPTH = 30
/** Elements between a card and a link in it. */
const MAX_CARD_STEPS = 12

/** Counts the articles of the main text that are in no other article there, and lead to a page. */
function countCards({ found, main, resolver, root }: ReadPage): number {
  const leading = new Set<HtmlNode>()
  for (const anchor of main.anchors.slice(0, MAX_ANCHORS)) {
    const card = nearestAround(anchor, MAX_CARD_STEPS, isArticle)
    // Tiles of a contact page lead to a number to call, and to an address of mail.
    if (card && !leading.has(card) && resolver.resolve(attributeOf(anchor, 'href')) !== null) {
      leading.add(card)
    }
  }
  const articles = found.articles.slice(0, MAX_CARDS)
  return articles.filter((one) => one !== root && leading.has(one) && isCard(one, root)).length
}

const isArticle = ({ name }: HtmlNode): boolean => name === 'article'

const isCard = (article: HtmlNode, root: HtmlNode): boolean =>
  nearestAround(article, MAX_DEPTH, (up) => up === root || isArticle(up)) === root

/** What buttons and links of shops say, in the languages of the prompts. */
const BUY =
  /^(?:\+ ?)?(?:add to (?:shopping )?(?:cart|basket|bag|trolley)|buy(?: it)?(?: now)?|order now|pre-?order(?: now)?|purchase(?: now)?|in den (?:warenkorb|einkaufswagen)(?: legen)?|jetzt (?:kaufen|bestellen)|(?:añadir|agregar) (?:al carrito|a la (?:cesta|bolsa))|comprar(?: ahora| agora)?|ajouter au panier|acheter(?: maintenant)?|commander|adicionar ao (?:carrinho|cesto)|aggiungi al carrello|acquista(?: ora)?|in (?:mijn )?winkel(?:wagen|mand|mandje)|bestel(?: nu)?|nu kopen|(?:dodaj )?do koszyka|kup(?: teraz)?|lägg i (?:varukorg(?:en)?|kundvagn(?:en)?)|köp(?: nu)?|sepete ekle|satın al|hemen al|(?:カート|買い物かご)に(?:入れる|追加)(?:する)?|(?:今すぐ)?(?:購入|買う)(?:する)?|(?:加入|放入)(?:购物车|購物車)|立即(?:购买|購買)|장바구니(?:에)? ?(?:담기|추가)|(?:바로 ?)?구매(?:하기)?)[ !.›»>→]*$/iu
const BUY_ADDRESS = /add[-_]?to[-_]?(?:cart|basket)|\/(?:cart|basket)\/add/i
const MAX_LABEL = 60

/** Counts buttons and links that sell something, wherever the main text is: shops put them beside it. */
function countBuys({ found, main }: ReadPage): number {
  let buys = 0
  for (const control of found.controls.slice(0, MAX_CONTROLS)) {
    if (control.name === 'form') continue
    if (isBuyControl(control)) buys += 1
  }
  for (const anchor of main.anchors.slice(0, MAX_ANCHORS)) {
    const href = attributeOf(anchor, 'href')?.slice(0, 500) ?? ''
    if (BUY_ADDRESS.test(href) || isBuyLabel(anchor)) buys += 1
  }
  const isForm = found.controls
    .slice(0, MAX_CONTROLS)
    .some((form) => form.name === 'form' && BUY_ADDRESS.test(attributeOf(form, 'action') ?? ''))
  return Math.min(MAX_COUNT, Math.max(buys, isForm ? 1 : 0))
}

function isBuyControl(control: HtmlNode): boolean {
  for (const { name, value } of control.attributes) {
    if (!/^(?:class|id|name|value|aria-label)$/.test(name)) continue
    const label = value.slice(0, 300)
    if (BUY_ADDRESS.test(label)) return true
    if ((name === 'value' || name === 'aria-label') && BUY.test(label.trim())) return true
  }
  return control.name === 'button' && BUY.test(textOf(control, MAX_LABEL))
}

const isBuyLabel = (anchor: HtmlNode): boolean =>
  anchor.chars > 0 && anchor.chars <= MAX_LABEL && BUY.test(textOf(anchor, MAX_LABEL))

/** Programs that make documentation and little else, as they name themselves. */
const MANUAL =
  /^(?:docusaurus|vuepress|vitepress|mkdocs|sphinx|gitbook|mdbook|docsify|docfx|doxygen|javadoc|jsdoc|typedoc|rustdoc|starlight|nextra|antora|asciidoctor|docbook|hugo book|mintlify|readme\.io|read the docs|bookdown|pdoc|ex_?doc)\b/i

/** @NOTE some of these make blogs and plain pages too, and say of each page which it is. */
function isManual({ named }: MetaValues): boolean {
  const part = named.get('docsearch:docusaurus_tag') ?? named.get('docusaurus_tag')
  if (part !== undefined) return part.startsWith('docs-')
  return MANUAL.test(named.get('generator')?.trimStart() ?? '')
}
