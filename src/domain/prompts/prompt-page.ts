import type { PageLead } from '../page/page-leads.ts'
import type { PageType } from '../page/page-types.ts'

/** The kinds of prompt that the generator writes; people may add `custom` ones. */
export const GENERATED_KINDS = [
  'summarize',
  'key_takeaways',
  'explain',
  'ask',
  'compare',
  'apply',
  'critique',
  'cite',
  'translate',
] as const
export type GeneratedKind = (typeof GENERATED_KINDS)[number]

export interface PromptHeading {
  /** The level of the heading, 1 to 6. */
  level: number
  text: string
}

/**
 * The parts of a page's record that the generator reads. Every text is untrusted, and is cleaned and truncated before
 * use.
 */
export interface PromptPage {
  /** The absolute http(s) URL that was fetched. */
  url: string
  /** The absolute canonical URL, used only when it is http(s) and on the page's host or the site's domain. */
  canonicalUrl: string | null
  markdownUrl: string | null
  path: string
  type: PageType
  title: string | null
  /** The title of the page's document; that of an untitled note holds nothing of the note's own. */
  statedTitle?: string | null
  h1: string | null
  description: string | null
  headings: readonly PromptHeading[]
  /** The beginnings of the sections of the main text; none of a page that an older release scanned. */
  leads?: readonly PageLead[]
  /** Texts that the page marks as questions by its form, besides its headings. */
  asked?: readonly string[]
  /** The language of the page, a BCP 47 tag; null when the page states none. */
  language: string | null
  author: string | null
  /** The time of publication, ISO 8601; null when the page states none. */
  publishedAt: string | null
  /** The time of the last change, ISO 8601; null when none is known. */
  modifiedAt: string | null
  /** Keyphrases, heaviest first. */
  keyphrases: readonly { text: string }[]
}

export interface PromptSite {
  name: string
  /** Host name without a port. */
  domain: string
  /** The language of the site, a BCP 47 tag, for pages that state none. */
  language: string | null
  /** The path at which the site begins, `/` unless the site is a folder of its host. */
  startPath?: string
  /** Titles and headings that many pages have, in lower case: they name the site and no page. */
  siteWideTitles: ReadonlySet<string>
}
