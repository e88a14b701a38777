import type { Authorship } from './authorship.ts'
import type { DecodedPage } from './charset.ts'
import type { HeadLinks } from './head-links.ts'
import type { JsonLdFacts } from './json-ld.ts'
import type { MainText, PageSection } from './main-text.ts'
import type { PageLanguage } from './page-language.ts'
import type { PageLink } from './page-links.ts'
import type { PageRobots } from './robots-directives.ts'
import type { StatedType } from './stated-type.ts'

export interface PageHeading {
  /** The level of the heading, 1 to 6. */
  level: number
  text: string
  id: string | null
}

/**
 * Everything that is read from one page. Texts come from the page: control characters are removed, but they are not
 * trusted.
 */
export interface ParsedPage extends HeadLinks, Authorship, PageLanguage {
  charset: string
  charsetSource: DecodedPage['charsetSource']
  /** The title of the document, at most 300 characters. */
  title: string | null
  /** Number of `title` elements in the head. */
  titles: number
  description: string | null
  h1: string | null
  /** The first 100 headings in document order, including those outside the main text. */
  headings: PageHeading[]
  /** Tags that the page gives itself: at most 20, of at most 60 characters. */
  tags: string[]
  robots: PageRobots
  /** The address to which the page sends its readers at once. */
  refreshUrl: string | null
  /** The page's statements about its use: contents of the `meta` elements `ask-policy` and `tdm-reservation`. */
  usage: { askPolicy: string | null; tdmReservation: string | null }
  /** The directives that every crawler obeys: copies of `robots.isNoindex` and `robots.isNofollow`. */
  isNoindex: boolean
  isNofollow: boolean
  /** The links of the page, at most 5,000. */
  links: PageLink[]
  /** Prompts of links that open an assistant, at most 40. */
  assistantPrompts: string[]
  /** Names of the query parameters into whose fields readers type, in forms of the page, at most 20. */
  typedParameters: string[]
  jsonLd: JsonLdFacts
  /** Questions that the page asks and answers besides its headings, at most 20 of at most 160 characters. */
  asked: string[]
  og: {
    type: string | null
    title: string | null
    siteName: string | null
    imageUrl: string | null
  }
  /** The text of the page without boilerplate: at most 500,000 characters, plus the headings. */
  mainText: string
  /** The main text as paragraphs under their headings, one line each. */
  sections: PageSection[]
  /** True when the page marks its main text with `main`, `article` or their role. */
  hasLandmark: boolean
  wordCount: number
  tokenEstimate: number
  /** Relative position of the main text in the visible text, 0 to 1; null without main text. */
  textStart: number | null
  htmlBytes: number
  /** The size of the visible text in UTF-8, in bytes. */
  textBytes: number
  /** Share of the main text that may not be quoted (`data-nosnippet`), 0 to 1. */
  nosnippetShare: number
  /** The number of different addresses on other hosts in the main text. */
  outboundLinks: number
  /** Number of images in the main text; the counts below are of the main text too. */
  images: MainText['images']
  imagesWithAlt: MainText['imagesWithAlt']
  lists: MainText['lists']
  tables: MainText['tables']
  /** The type that the markup states. */
  statedType: StatedType | null
  /** True where the page states the day on which it was published, and is no list of such pages. */
  isDated: boolean
  /** SHA-256 of the main text, hex. */
  contentHash: string
  /** True where the widget finds its place; null where the owner names none, and where only a browser can tell. */
  hasPlace: boolean | null
  /** True when the page is empty until scripts run: it has a framework's root element and hardly any text. */
  isShell: boolean
}
