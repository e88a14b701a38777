import { attributeOf, findIn, isHeading, walk, type HtmlNode } from './html-node.ts'
import { textOf } from './text.ts'

/** True for a box that stands behind or next to the text of most pages, by what is in it and not by its labels. */
export const isAppendedByContent = (node: HtmlNode): boolean =>
  isSubscribeBox(node) ||
  isMoreBox(node) ||
  isPager(node) ||
  isBreadcrumb(node) ||
  isContents(node) ||
  isRatingBox(node) ||
  isConsentBox(node) ||
  isLineNumbers(node)

/** The most characters of a section that asks to subscribe; a longer one has something of its own to say. */
const MAX_SUBSCRIBE_CHARS = 500
const MAX_NODES = 200

/** True for a short section around a form that takes an e-mail address and no message: it asks to subscribe. */
function isSubscribeBox(node: HtmlNode): boolean {
  if (node.name !== 'section' || node.chars > MAX_SUBSCRIBE_CHARS) return false
  return (
    findIn(node, MAX_NODES, isForm) !== undefined &&
    findIn(node, MAX_NODES, takesEmail) !== undefined &&
    findIn(node, MAX_NODES, takesMessage) === undefined
  )
}

const isForm = ({ name }: HtmlNode): boolean => name === 'form'

const takesMessage = ({ name }: HtmlNode): boolean => name === 'textarea' || name === 'select'

const takesEmail = (node: HtmlNode): boolean =>
  node.name === 'input' && attributeOf(node, 'type')?.toLowerCase() === 'email'

const MORE_HOLDERS: ReadonlySet<string> = new Set(['div', 'section', 'aside'])
const MAX_MORE_CHARS = 4_000
const MAX_HEADING = 80
/** The most levels from a box down to its heading, and the most elements that are looked at on each level. */
const MAX_DOWN = 3
const MAX_CHILDREN = 4
/** The least share of a box's characters that are links; a section about related work has sentences instead. */
const MIN_LINKS = 0.25

/**
 * Matches the headings that themes put above links to other pages, such as `Related posts`, in the languages of the
 * prompts.
 */
const MORE =
  /^(?:(?:related|similar|recommended|popular|latest|recent|other|more|featured)(?: (?:blog|news))? ?(?:posts?|articles?|news|stories|entries|reads?|reading)|(?:you (?:may|might) (?:also )?(?:like|enjoy|be interested in)|read (?:next|more|also)|keep reading|more (?:from|in) .{2,40})|(?:ähnliche|weitere|neueste|aktuelle|verwandte|das könnte .{0,20}(?:interessieren|gefallen)).{0,30}|(?:artículos|entradas|noticias|posts) (?:relacionad[oa]s|recientes|similares)|últimas (?:noticias|entradas)|(?:también )?te puede interesar|(?:articles?|actualités|billets) (?:similaires|liés|récents|connexes)|(?:à lire (?:aussi|également)|vous aimerez aussi|sur le même sujet)|(?:artigos|posts|notícias) (?:relacionad[oa]s|recentes)|(?:leia|veja) (?:também|mais)|gerelateerde .{3,20}|lees ook|meer (?:nieuws|berichten|artikelen)|relaterade .{3,20}|läs också|fler (?:nyheter|inlägg)|(?:powiązane|podobne|najnowsze) (?:wpisy|artykuły|posty)|(?:zobacz|przeczytaj) (?:także|również|też)|(?:ilgili|benzer|son|diğer) (?:yazılar|haberler|içerikler|gönderiler)|(?:articoli|post) (?:correlati|recenti)|leggi anche|(?:other|otr[oa]s|autres|outr[oa]s|andere|inne|andra|diğer) \p{L}{3,20}|その他の\S{1,8}|其他\S{1,6}|다른 \S{1,8}|(?:関連|おすすめ|最近の|人気の?|新着)(?:する)?(?:記事|投稿|エントリー|ニュース)|(?:相关|推荐|最新|热门|其他)(?:文章|阅读|推荐|新闻|博文)|(?:관련|최근|추천|인기|다른) ?(?:글|기사|게시물|포스트))[\s:：…]*$/iu

/** True for a box of links to other pages of the site, by its heading: `Related posts` above some of them. */
function isMoreBox(node: HtmlNode): boolean {
  if (!MORE_HOLDERS.has(node.name) || node.chars === 0 || node.chars > MAX_MORE_CHARS) return false
  if (node.linkChars < node.chars * MIN_LINKS) return false
  const heading = headingOf(node, MAX_DOWN)
  return heading !== undefined && MORE.test(textOf(heading, MAX_HEADING).trim())
}

/** Finds the heading with which an element begins. */
function headingOf(node: HtmlNode, down: number): HtmlNode | undefined {
  const first = node.children
    .slice(0, MAX_CHILDREN)
    .find(({ name, chars }) => name !== '#text' && chars > 0)
  if (first === undefined || isHeading(first)) return first
  return down > 1 ? headingOf(first, down - 1) : undefined
}

/** The least share of a row's characters that are links; the rest may be signs and spaces between them. */
const MIN_LINK_SHARE = 0.8

const TURN_HOLDERS: ReadonlySet<string> = new Set(['p', 'div'])
const MAX_TURN_CHARS = 160
/** Matches an arrow that points back. One that points on does not show a pager, since it may call to the next step. */
const ARROW_BACK = /^(?:[←‹«⟵]|<<? )/u

/** True for links alone of which the first points back: `← Older post  Newer post →`. */
function isPager(node: HtmlNode): boolean {
  const { name, chars, linkChars } = node
  if (chars === 0 || chars > MAX_TURN_CHARS || !TURN_HOLDERS.has(name)) return false
  return linkChars >= chars * MIN_LINK_SHARE && ARROW_BACK.test(textOf(node, MAX_TURN_CHARS))
}

const WAY_HOLDERS: ReadonlySet<string> = new Set(['p', 'div', 'ul', 'ol'])
const MAX_WAY_CHARS = 300
const MAX_WAY_NODES = 100
const MIN_ROW = 3
/** Names of links to the start page of a site. */
const HOME =
  /^(?:home ?page|home|start(?:seite)?|inicio|portada|accueil|início|strona główna|hem|ana ?sayfa|トップページ|トップ|ホーム|首页|首頁|主页|홈)$/iu
const THEN = /^ ?(?:[›»>→/|·•]|::) ?./u

/**
 * True for links that lead about the site and not to what the text is about: the trail from the start page to this one,
 * `Home › Tides › Neap tides`, or a row of links that begins with the start page.
 */
function isBreadcrumb(node: HtmlNode): boolean {
  const { name, chars, linkChars } = node
  if (linkChars === 0 || chars > MAX_WAY_CHARS || !WAY_HOLDERS.has(name)) return false
  const links = linksIn(node)
  const [first = ''] = links
  if (!HOME.test(first)) return false
  const text = textOf(node, MAX_WAY_CHARS)
  if (!text.startsWith(first)) return false
  return (
    THEN.test(text.slice(first.length)) ||
    (links.length >= MIN_ROW && linkChars >= chars * MIN_LINK_SHARE)
  )
}

const CONTENTS_HOLDERS: ReadonlySet<string> = new Set(['ul', 'ol'])

/** True for a table of contents: a list of links to parts of this page alone, whose headings stand in the text. */
function isContents(node: HtmlNode): boolean {
  const { name, chars, linkChars } = node
  if (!CONTENTS_HOLDERS.has(name) || chars === 0 || linkChars < chars * MIN_LINK_SHARE) return false
  return findIn(node, MAX_CONTENTS_NODES, leadsElsewhere) === undefined
}

const leadsElsewhere = (one: HtmlNode): boolean =>
  one.name === 'a' && attributeOf(one, 'href')?.startsWith('#') !== true

const MAX_CONTENTS_NODES = 500

function linksIn(node: HtmlNode): string[] {
  const links: string[] = []
  let nodes = 0
  walk(node, {
    enter: (inner) => {
      nodes += 1
      if (inner.name !== 'a') return nodes < MAX_WAY_NODES
      links.push(textOf(inner, MAX_WAY_CHARS))
      return false
    },
  })
  return links
}

const RATING_HOLDERS: ReadonlySet<string> = new Set(['div', 'section', 'form', 'aside', 'p'])
const MAX_RATING_CHARS = 200
const MAX_RATING_NODES = 60
const CHOICES: ReadonlySet<string> = new Set(['button', 'input'])
/** Matches questions whether a text was of use. */
const WAS_IT_OF_USE =
  /(?:helpful|useful|hilfreich|geholfen|útil|utile|nuttig|behulpzaam|pomocn|hjälp|yardımcı|faydalı|役に立|参考になり|有帮助|有用|도움이)[^?？]{0,40}[?？]/iu

/** True for a box that asks readers to rate the text: `Was this page helpful?` above buttons. */
function isRatingBox(node: HtmlNode): boolean {
  if (node.chars === 0 || node.chars > MAX_RATING_CHARS || !RATING_HOLDERS.has(node.name)) {
    return false
  }
  // Most boxes have no choice at all.
  const first = findIn(node, MAX_RATING_NODES, isChoice)
  if (first === undefined) return false
  const second = findIn(node, MAX_RATING_NODES, (one) => one !== first && isChoice(one))
  return second !== undefined && WAS_IT_OF_USE.test(textOf(node, MAX_RATING_CHARS))
}

const isChoice = ({ name }: HtmlNode): boolean => CHOICES.has(name)

const CONSENT_HOLDERS: ReadonlySet<string> = new Set(['div', 'section', 'form'])
const MAX_CONSENT_CHARS = 1_500
const MAX_CONSENT_NODES = 150
const MAX_LABEL = 40
const OF_COOKIES = /cookie|kekse|kakor|çerez|ciastecz|クッキー|쿠키/iu
/** Matches the texts on buttons that accept or refuse cookies, in the languages of the prompts. */
const CONSENT =
  /^(?:i |yes,? i )?(?:accept|agree|allow|reject|decline|deny|got it|ok(?:ay)?[!.]?$|akzept|zustimm|einverstanden|ablehn|alle? (?:akzept|cookies)|acept|rechaz|accepter|j[’']accepte|refus|tout (?:accept|refus)|aceit|recus|rejeit|accett|rifiut|accepteer|akkoord|weiger|zgadzam|akceptuj|odrzu|godkänn|acceptera|neka|kabul|reddet|同意|受け入れ|接受|拒绝|동의|거부)/iu

/** True for a box that speaks of cookies and has a button to accept or to refuse them. */
function isConsentBox(node: HtmlNode): boolean {
  const { name, chars } = node
  if (!CONSENT_HOLDERS.has(name) || chars === 0 || chars > MAX_CONSENT_CHARS) return false
  const button = findIn(
    node,
    MAX_CONSENT_NODES,
    (one) => (one.name === 'button' || one.name === 'a') && CONSENT.test(textOf(one, MAX_LABEL)),
  )
  return button !== undefined && OF_COOKIES.test(textOf(node, MAX_CONSENT_CHARS))
}

const NUMBER_HOLDERS: ReadonlySet<string> = new Set(['td', 'pre'])
const MAX_NUMBER_CHARS = 60
const MIN_NUMBERS = 3

/** True for the line numbers that highlighters put next to code, in a cell or a block of their own. */
function isLineNumbers(node: HtmlNode): boolean {
  if (!NUMBER_HOLDERS.has(node.name)) return false
  const text = textOf(node, MAX_NUMBER_CHARS)
  if (!/^\d+(?: \d+)+ ?$/.test(text)) return false
  // The last number may be cut.
  const numbers = text.split(' ').map(Number).slice(0, MIN_NUMBERS)
  const [first = 0] = numbers
  return numbers.length === MIN_NUMBERS && numbers.every((number, at) => number === first + at)
}
