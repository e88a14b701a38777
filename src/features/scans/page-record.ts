import type { ParsedPage } from '../../domain/html/read-page.ts'

/** What a scan keeps of a page, as JSON in its record; texts are the page's own words and may be anything. */
export interface PageRecord {
  title: string | null
  description: string | null
  h1: string | null
  headings: { level: number; text: string; id: string | null }[]
  canonicalUrl: string | null
  language: string | null
  wordCount: number
  tokenEstimate: number
  /** SHA-256 of the main text, hex. */
  contentHash: string
  author: string | null
  publishedAt: string | null
  modifiedAt: string | null
  modifiedSource: 'jsonld' | 'meta' | 'http' | 'sitemap' | null
  robots: { meta: string[]; header: string[] }
  markdownUrl: string | null
  schemaTypes: string[]
  ogType: string | null
  /** That the page gives itself; `tags` has those that rules add, and is written with the prompts. */
  ownTags: string[]
  /** Of the main text; they tell what kind of page it is. */
  codeBlocks: number
  orderedItems: number
  issues: string[]
}

const MAX_HEADINGS = 60

export function toRecord(
  facts: ParsedPage,
  url: string,
  sitemapModifiedAt: number | null,
): PageRecord {
  const { modifiedAt, modifiedSource } = facts
  const fromSitemap = modifiedAt === null && sitemapModifiedAt !== null
  return {
    title: facts.title,
    description: facts.description,
    h1: facts.h1,
    headings: facts.headings.slice(0, MAX_HEADINGS),
    canonicalUrl: facts.canonicalUrl,
    language: facts.language,
    wordCount: facts.wordCount,
    tokenEstimate: facts.tokenEstimate,
    contentHash: facts.contentHash,
    author: facts.author,
    publishedAt: facts.publishedAt,
    modifiedAt: fromSitemap ? new Date(sitemapModifiedAt).toISOString() : modifiedAt,
    modifiedSource: fromSitemap ? 'sitemap' : modifiedSource,
    robots: { meta: facts.robots.meta, header: facts.robots.header },
    markdownUrl: facts.markdownUrl,
    schemaTypes: facts.jsonLd.types,
    ogType: facts.og.type,
    ownTags: facts.tags,
    codeBlocks: facts.codeBlocks,
    orderedItems: facts.orderedItems,
    issues: issuesOf(facts, url),
  }
}

/** What an owner would want to mend, by name. */
function issuesOf(facts: ParsedPage, url: string): string[] {
  return [
    ...(facts.title === null ? ['no_title'] : []),
    ...(facts.description === null ? ['no_description'] : []),
    ...(facts.h1 === null ? ['no_h1'] : []),
    ...(facts.language === null ? ['no_language'] : []),
    ...(facts.mainText === '' ? ['no_text'] : []),
    ...(facts.isShell ? ['needs_javascript'] : []),
    ...(facts.canonicalUrl !== null && facts.canonicalUrl !== url ? ['canonical_elsewhere'] : []),
    ...(facts.jsonLd.errors.length > 0 ? ['broken_json_ld'] : []),
  ]
}
