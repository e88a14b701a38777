import type { ParsedPage } from '../html/read-page.ts'
import { MAX_LEADS } from '../page/page-leads.ts'
import type { PageType } from '../page/page-types.ts'
import { pageTypeOf } from '../prompts/page-type.ts'

/** What kind of page it is, by its own statements, its address and its text. */
export function pageKind(page: ParsedPage, url: string): PageType {
  const { hostname, pathname } = new URL(url)
  const { title, h1, author, publishedAt, wordCount, codeBlocks, orderedItems } = page
  return pageTypeOf({
    jsonLdTypes: page.jsonLd.types,
    ogType: page.og.type,
    host: hostname,
    path: pathname,
    title,
    h1,
    author,
    publishedAt,
    wordCount,
    codeBlocks,
    orderedItems,
    leads: page.sections.slice(0, MAX_LEADS),
    questions: page.asked.length,
    evidence: page.typeEvidence,
  }).type
}
