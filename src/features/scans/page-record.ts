import { leadsOf } from '../../domain/page/page-leads.ts'
import type { PageIssue } from '../../domain/page/page-issues.ts'
import type { PageRecord } from '../../domain/page/page-record.ts'
import type { ParsedPage } from '../../domain/html/read-page.ts'

const MAX_HEADINGS = 60

/** Makes the record that a scan keeps of a page from the facts that were parsed. */
export function toPageRecord(
  facts: ParsedPage,
  url: string,
  { sitemapModifiedAt, isPoisoned }: { sitemapModifiedAt: number | null; isPoisoned: boolean },
): PageRecord {
  const { modifiedAt, modifiedSource } = facts
  const fromSitemap = modifiedAt === null && sitemapModifiedAt !== null
  return {
    title: facts.title ?? facts.og.title,
    description: facts.description,
    h1: facts.h1,
    headings: facts.headings.slice(0, MAX_HEADINGS),
    leads: leadsOf(facts.sections),
    asked: facts.asked,
    canonicalUrl: facts.canonicalUrl,
    language: facts.language,
    textLanguage: facts.textLanguage,
    statedLanguage: facts.statedLanguage,
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
    siteName: facts.jsonLd.siteName ?? facts.og.siteName,
    ownTags: facts.tags,
    statedType: facts.statedType,
    isDated: facts.isDated,
    issues: [...issuesOf(facts, url), ...(isPoisoned ? ['poisoned_link'] : [])],
  }
}

/** Returns the faults of a page that its owner would want to mend. */
function issuesOf(facts: ParsedPage, url: string): PageIssue[] {
  const issues: (PageIssue | false)[] = [
    facts.title === null && 'no_title',
    facts.description === null && 'no_description',
    facts.h1 === null && 'no_h1',
    facts.statedLanguage === null && 'no_language',
    facts.mainText === '' && 'no_text',
    facts.isShell && 'needs_javascript',
    facts.canonicalUrl !== null && facts.canonicalUrl !== url && 'canonical_elsewhere',
    facts.jsonLd.errors.length > 0 && 'broken_json_ld',
  ]
  return issues.filter((issue) => issue !== false)
}
