import { walk, type HtmlNode } from './html-node.ts'
import { textOf } from './text.ts'

const HOLDERS: ReadonlySet<string> = new Set(['p', 'div', 'ul', 'ol'])
const MAX_CHARS = 300
const MAX_NODES = 100
const MIN_ROW = 3
/** Signs may stand between the links. */
const MIN_LINK_SHARE = 0.8
/** What links to the start page of a site are called. */
const HOME =
  /^(?:home ?page|home|start(?:seite)?|inicio|portada|accueil|início|strona główna|hem|ana ?sayfa|トップページ|トップ|ホーム|首页|首頁|主页|홈)$/iu
const THEN = /^ ?(?:[›»>→/|·•]|::) ?./u

/**
 * True for links that lead about the site and not to what the text is about: the trail from the start page to this one,
 * `Home › Tides › Neap tides`, or a row of links that begins with the start page.
 */
export function isWay(node: HtmlNode): boolean {
  const { name, chars, linkChars } = node
  if (linkChars === 0 || chars > MAX_CHARS || !HOLDERS.has(name)) return false
  const links = linksIn(node)
  const [first = ''] = links
  if (!HOME.test(first)) return false
  const text = textOf(node, MAX_CHARS)
  if (!text.startsWith(first)) return false
  return (
    THEN.test(text.slice(first.length)) ||
    (links.length >= MIN_ROW && linkChars >= chars * MIN_LINK_SHARE)
  )
}

function linksIn(node: HtmlNode): string[] {
  const links: string[] = []
  let nodes = 0
  walk(node, {
    enter: (inner) => {
      nodes += 1
      if (inner.name !== 'a') return nodes < MAX_NODES
      links.push(textOf(inner, MAX_CHARS))
      return false
    },
  })
  return links
}
