import type { HtmlNode } from './html-node.ts'
import { textOf } from './text.ts'

const HOLDERS: ReadonlySet<string> = new Set(['div', 'section', 'aside'])
const MAX_CHARS = 4_000
const MAX_HEADING = 80
/** Elements between a box and its heading, and the first of them that are looked at on each level. */
const MAX_DOWN = 3
const MAX_CHILDREN = 4
const HEADING = /^h[1-6]$/
/** Links, as a share of the box: a section about related work has sentences. */
const MIN_LINKS = 0.25

/** What themes call other pages that a reader may go on with, in the languages of the prompts. */
const MORE =
  /^(?:(?:related|similar|recommended|popular|latest|recent|other|more|featured)(?: (?:blog|news))? ?(?:posts?|articles?|news|stories|entries|reads?|reading)|(?:you (?:may|might) (?:also )?(?:like|enjoy|be interested in)|read (?:next|more|also)|keep reading|more (?:from|in) .{2,40})|(?:ähnliche|weitere|neueste|aktuelle|verwandte|das könnte .{0,20}(?:interessieren|gefallen)).{0,30}|(?:artículos|entradas|noticias|posts) (?:relacionad[oa]s|recientes|similares)|últimas (?:noticias|entradas)|(?:también )?te puede interesar|(?:articles?|actualités|billets) (?:similaires|liés|récents|connexes)|(?:à lire (?:aussi|également)|vous aimerez aussi|sur le même sujet)|(?:artigos|posts|notícias) (?:relacionad[oa]s|recentes)|(?:leia|veja) (?:também|mais)|gerelateerde .{3,20}|lees ook|meer (?:nieuws|berichten|artikelen)|relaterade .{3,20}|läs också|fler (?:nyheter|inlägg)|(?:powiązane|podobne|najnowsze) (?:wpisy|artykuły|posty)|(?:zobacz|przeczytaj) (?:także|również|też)|(?:ilgili|benzer|son|diğer) (?:yazılar|haberler|içerikler|gönderiler)|(?:articoli|post) (?:correlati|recenti)|leggi anche|(?:other|otr[oa]s|autres|outr[oa]s|andere|inne|andra|diğer) \p{L}{3,20}|その他の\S{1,8}|其他\S{1,6}|다른 \S{1,8}|(?:関連|おすすめ|最近の|人気の?|新着)(?:する)?(?:記事|投稿|エントリー|ニュース)|(?:相关|推荐|最新|热门|其他)(?:文章|阅读|推荐|新闻|博文)|(?:관련|최근|추천|인기|다른) ?(?:글|기사|게시물|포스트))[\s:：…]*$/iu

/** True for a box of links to other pages of the site, by its heading: `Related posts` above some of them. */
export function isMoreBox(node: HtmlNode): boolean {
  if (!HOLDERS.has(node.name) || node.chars === 0 || node.chars > MAX_CHARS) return false
  if (node.linkChars < node.chars * MIN_LINKS) return false
  const heading = headingOf(node, MAX_DOWN)
  return heading !== undefined && MORE.test(textOf(heading, MAX_HEADING).trim())
}

/** The heading that an element begins with. */
function headingOf(node: HtmlNode, down: number): HtmlNode | undefined {
  const first = node.children
    .slice(0, MAX_CHILDREN)
    .find(({ name, chars }) => name !== '#text' && chars > 0)
  if (first === undefined || HEADING.test(first.name)) return first
  return down > 1 ? headingOf(first, down - 1) : undefined
}
