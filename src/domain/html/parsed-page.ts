import type { Authorship } from './authorship.ts'
import type { DecodedPage } from './charset.ts'
import type { HeadLinks } from './head-links.ts'
import type { JsonLdFacts } from './json-ld.ts'
import type { MainText, PageSection } from './main-text.ts'
import type { PageLink } from './page-links.ts'
import type { PageRobots } from './robots-directives.ts'

export interface PageHeading {
  /** 1 to 6. */
  level: number
  text: string
  id: string | null
}

/** Everything that is read from one page. Texts are the page's own: cleaned of control characters, and not trusted. */
export interface PageFacts extends HeadLinks, Authorship {
  charset: string
  charsetSource: DecodedPage['charsetSource']
  /** At most 300 characters. */
  title: string | null
  /** How many `title` elements the head has. */
  titles: number
  description: string | null
  h1: string | null
  /** At most 100, in order, with those outside the main text. */
  headings: PageHeading[]
  /** BCP 47, of `html[lang]`, else of Content-Language. */
  language: string | null
  /** Whether `html[lang]` says so itself. */
  hasLangAttribute: boolean
  /** That the page gives itself: at most 20, of at most 60 characters. */
  tags: string[]
  robots: PageRobots
  /** `robots.isNoindex` and `robots.isNofollow`, which every crawler asks for. */
  isNoindex: boolean
  isNofollow: boolean
  /** At most 5,000. */
  links: PageLink[]
  jsonLd: JsonLdFacts
  og: {
    type: string | null
    title: string | null
    siteName: string | null
    imageUrl: string | null
  }
  /** The text of the page without navigation and the like, at most 500,000 characters and the headings. */
  mainText: string
  /** The same, as paragraphs under their headings: one line each. */
  sections: PageSection[]
  /** Whether the page marks its main text with `main`, `article` or their role. */
  hasLandmark: boolean
  wordCount: number
  tokenEstimate: number
  /** Where the main text begins in the visible text, 0 to 1; null without main text. */
  textStart: number | null
  htmlBytes: number
  /** Of the visible text, in UTF-8. */
  textBytes: number
  /** Share of the main text that may not be quoted (`data-nosnippet`), 0 to 1. */
  nosnippetShare: number
  /** Addresses of other hosts in the main text. */
  outboundLinks: number
  /** Of the main text: images, lists and so on. */
  images: MainText['images']
  imagesWithAlt: MainText['imagesWithAlt']
  lists: MainText['lists']
  orderedItems: MainText['orderedItems']
  tables: MainText['tables']
  codeBlocks: MainText['codeBlocks']
  /** SHA-256 of the main text, hex. */
  contentHash: string
  /** The page is empty until scripts run: a framework's root element with hardly any text. */
  isShell: boolean
}
