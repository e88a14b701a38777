import { createHash } from 'node:crypto'
import { askedQuestions } from './asked-questions.ts'
import { readAuthorship } from './authorship.ts'
import { decodePage } from './charset.ts'
import { readFaqMarkup } from './faq-markup.ts'
import { readHeadLinks } from './head-links.ts'
import { attributeOf, element, nearestAround, type HtmlNode } from './html-node.ts'
import { readJsonLd } from './json-ld.ts'
import { findCore } from './page-core.ts'
import { isBelow, nextArticle } from './next-article.ts'
import { findMainElement } from './find-main-element.ts'
import { headingText } from './heading-anchors.ts'
import { headingId, readMainText, type MainText } from './main-text.ts'
import { measureText } from './measure-text.ts'
import { readRefresh } from './meta-refresh.ts'
import { readMetaValues, type MetaValues } from './meta-values.ts'
import type { ParsedPage, PageHeading } from './parsed-page.ts'
import { countOutbound, LinkResolver, readLinks } from './page-links.ts'
import { readTags } from './page-tags.ts'
import { readPageLanguage } from './page-language.ts'
import { parseStructure, parseWhole } from './parse-html.ts'
import { readTypedParameters } from './typed-parameters.ts'
import { readTypeFacts } from './stated-type.ts'
import { readPageRobots } from './robots-directives.ts'
import { collectElements, type PageElements } from './collect-elements.ts'
import { lineOrNull, textOf } from './text.ts'
import { titleText } from './title-text.ts'
import { recogniseLink } from '../../protocol/links/recognise-link.ts'
import { TARGET_REGISTRY } from '../../protocol/targets/registry.ts'
import { restoreSpaces } from './restore-spaces.ts'
import { findPlace } from '../widget/find-place.ts'
import { isBoilerplate } from './visibility.ts'

export type { ParsedPage } from './parsed-page.ts'

/** The facts about a page that come with the body of its HTTP answer. */
export interface PageSource {
  /** The address of the page after redirects. */
  url: string
  contentType: string | null
  /** Response headers, names in lower case. */
  headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** The time of the reading, epoch ms; without it, no day that a page names is over. */
  now?: number | undefined
  /** The owner's selector of the place for the widget; nothing is looked for without one. */
  selector?: string | null | undefined
}

const MAX_TITLE = 300
const MAX_DESCRIPTION = 1_000
const MAX_USAGE = 1_000
const MAX_HEADINGS = 100
/** The characters of text below which a page with a framework's root element counts as rendered by scripts. */
const SHELL_CHARS = 200

/**
 * Reads everything that scans, scores and prompts need from one page. Never throws, for any bytes; the same bytes give
 * the same facts. Takes about as long as parsing alone.
 */
export function readPage(bytes: Uint8Array, source: PageSource): ParsedPage {
  const { text: html, charset, charsetSource } = decodePage(bytes, source.contentType)
  const whole = parseWhole(html)
  const found = collectElements(whole ?? parseStructure(html))
  const core = findCore(found)
  const root = findMainElement(found, core) ?? element('body')
  const meta = readMetaValues(found.metas, found.properties)
  const titles = titlesOf(found, meta)
  const end = nextArticle(found, titles)
  const main = readMainText(root, { panels: found.panels, core, end })
  const resolver = new LinkResolver(source.url, found.base && attributeOf(found.base, 'href'))
  const links = readHeadLinks(found.links, headerValues(source, 'link'), resolver)
  const jsonLd = readJsonLd(found.jsonLd, source.url)
  const names = readNames(found, meta, { end, titles })
  const text = readText(found, main, titles)
  const authorship = readAuthorship(found, meta, jsonLd, {
    lastModified: headerValues(source, 'last-modified')[0],
    mainText: main.text,
    h1: names.h1,
  })
  const markedQuestions = readFaqMarkup(found.questions)
  const robots = readPageRobots(found.metas, headerValues(source, 'x-robots-tag'), source.now)
  return {
    charset,
    charsetSource,
    ...names,
    ...readPageLanguage({
      html: found.html,
      meta,
      header: headerValues(source, 'content-language')[0],
      ownAlternate: links.hreflang.find(({ url }) => url === source.url)?.lang,
      mainText: main.text,
    }),
    tags: readTags(found.metas, jsonLd.keywords),
    robots,
    refreshUrl: readRefresh(meta.httpEquiv.get('refresh'), resolver),
    usage: readUsage(meta),
    isNoindex: robots.isNoindex,
    isNofollow: robots.isNofollow,
    ...links,
    links: readLinks(found.anchors, resolver),
    assistantPrompts: readAssistantPrompts(found.anchors),
    typedParameters: readTypedParameters(found.forms),
    jsonLd,
    asked: askedQuestions({ jsonLd, markedQuestions, terms: found.terms, mainText: main.text }),
    og: readOpenGraph(meta, resolver),
    ...authorship,
    ...text,
    outboundLinks: countOutbound(main.anchors, resolver),
    ...readTypeFacts({
      found,
      meta,
      aboutTypes: jsonLd.aboutTypes,
      published: authorship,
      text: { ...names, ...text },
    }),
    hasPlace: readPlace(whole, text, source.selector),
    htmlBytes: bytes.length,
  }
}

/**
 * Tells whether the widget finds its place; null where no selector is given, or only a browser can tell, as on a page
 * that is empty until scripts run.
 */
function readPlace(
  whole: HtmlNode | undefined,
  { isShell }: { isShell: boolean },
  selector: string | null | undefined,
): boolean | null {
  const isThere = whole && selector ? findPlace(whole, selector) : undefined
  return isThere === undefined || (isShell && !isThere) ? null : isThere
}

const readUsage = ({ named }: MetaValues): ParsedPage['usage'] => ({
  askPolicy: lineOrNull(named.get('ask-policy'), MAX_USAGE),
  tdmReservation: lineOrNull(named.get('tdm-reservation'), MAX_USAGE),
})

const headerValues = ({ headers }: PageSource, name: string): string[] => {
  const value = headers[name]
  if (value === undefined) return []
  return typeof value === 'string' ? [value] : [...value]
}

const titlesOf = ({ titles }: PageElements, { named }: MetaValues): string =>
  `${titles[0] ? rawText(titles[0]).slice(0, MAX_TITLE) : ''} ${named.get('og:title')?.slice(0, MAX_TITLE) ?? ''}`

function readNames(
  found: PageElements,
  { named }: MetaValues,
  { end, titles: shown }: { end: HtmlNode | undefined; titles: string },
): Pick<ParsedPage, 'title' | 'titles' | 'description' | 'h1' | 'headings'> {
  const { titles, headings } = found
  const h1 = headings.find((heading) => heading.name === 'h1' && textOf(heading, 1) !== '')
  return {
    title: titleText(titles[0] && rawText(titles[0]), MAX_TITLE),
    titles: titles.length,
    description: lineOrNull(named.get('description'), MAX_DESCRIPTION),
    h1: lineOrNull(h1 && restoreSpaces(headingText(h1, MAX_TITLE), shown), MAX_TITLE),
    headings: ofThePage(found, end)
      .slice(0, MAX_HEADINGS * 2)
      .map((heading) => headingOf(heading, shown))
      .filter(({ text }) => text !== '')
      .slice(0, MAX_HEADINGS),
  }
}

/**
 * Leaves out the headings of the next article, and those of menus, side columns and footers if the page marks its main
 * part and that part has headings.
 */
function ofThePage(
  { headings: all, mains, articles }: PageElements,
  end: HtmlNode | undefined,
): readonly HtmlNode[] {
  const next = end === undefined ? -1 : all.findIndex((heading) => isBelow(heading, end))
  const headings = next < 0 ? all : all.slice(0, next)
  if (mains.length + articles.length === 0) return headings
  // Very many headings may stand deep in one element.
  const known = new Map<HtmlNode | null, boolean>()
  const own = headings.filter((heading) => {
    const isBesideText = known.get(heading.parent) ?? isSidebar(heading)
    known.set(heading.parent, isBesideText)
    return !isBesideText
  })
  return own.length === 0 ? headings : own
}

const rawText = (node: HtmlNode): string => node.children.map(({ text }) => text).join('')

function headingOf(heading: HtmlNode, titles: string): PageHeading {
  const level = Number(heading.name[1])
  const text = headingText(heading, MAX_TITLE)
  return { level, text: level === 1 ? restoreSpaces(text, titles) : text, id: headingId(heading) }
}

function readOpenGraph({ named }: MetaValues, resolver: LinkResolver): ParsedPage['og'] {
  return {
    type: lineOrNull(named.get('og:type'), 100),
    title: titleText(named.get('og:title'), MAX_TITLE),
    siteName: titleText(named.get('og:site_name'), MAX_TITLE),
    imageUrl: resolver.resolve(named.get('og:image')),
  }
}

function readText(found: PageElements, main: MainText, titles: string) {
  const { body, mains, articles, shellRoot, textBytes } = found
  const { text, sections, startChar, nosnippetChars, anchors: _, ...counts } = main
  const { words, tokens } = measureText(text)
  const bodyChars = body?.chars ?? 0
  return {
    ...counts,
    mainText: text,
    sections: sections.map((section) =>
      section.level === 1
        ? { ...section, heading: restoreSpaces(section.heading, titles) }
        : section,
    ),
    hasLandmark: mains.length > 0 || articles.length > 0,
    wordCount: words,
    tokenEstimate: tokens,
    textStart: startChar === null || bodyChars === 0 ? null : Math.min(1, startChar / bodyChars),
    textBytes,
    nosnippetShare: text === '' ? 0 : Math.min(1, nosnippetChars / text.length),
    contentHash: createHash('sha256').update(text).digest('hex'),
    isShell: shellRoot !== undefined && shellRoot.chars < SHELL_CHARS && text.length < SHELL_CHARS,
  }
}

/** The most prompts of one page that are read; there is room for some that hide behind honest ones. */
const MAX_PROMPTS = 200
/** The most characters of an address that opens an assistant. */
const MAX_HREF = 32_768
/** Matches an address with a host and with a parameter in which a prompt could be. */
const MAY_HAVE_PROMPT = /^(?:[a-z][a-z\d+.-]{0,20}:)?\/\/[^\s?#]+\?[^#]*=/i

/** Lists the prompts of links that open an assistant, each once, in the order of the page. */
function readAssistantPrompts(anchors: readonly HtmlNode[]): string[] {
  const prompts = new Set<string>()
  for (const anchor of anchors) {
    if (prompts.size >= MAX_PROMPTS) break
    const href = attributeOf(anchor, 'href')?.trim() ?? ''
    if (href.length > MAX_HREF || !MAY_HAVE_PROMPT.test(href)) continue
    const link = recogniseLink(href.startsWith('//') ? `https:${href}` : href, TARGET_REGISTRY)
    if (link && link.prompt !== '') prompts.add(link.prompt)
  }
  return [...prompts]
}

/** True for boilerplate other than a header, since the header of a page may hold its title. */
const isColumn = (node: HtmlNode): boolean => node.name !== 'header' && isBoilerplate(node)
/** The most levels that are followed upwards; browsers nest no deeper. */
const MAX_DEPTH = 512

/** True for an element in the navigation, in a sidebar or in a footer. */
const isSidebar = (node: HtmlNode): boolean =>
  nearestAround(node, MAX_DEPTH, isColumn) !== undefined
