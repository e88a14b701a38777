import type { ParsedPage } from '../html/read-page.ts'
import { askedQuestions } from '../page/asked-questions.ts'
import { MAX_LEADS } from '../page/page-leads.ts'
import type { PageType } from '../page/page-types.ts'
import { pageTypeOf } from '../prompts/page-type.ts'

/** Several checks ask for the kind of the same page. */
const kinds = new WeakMap<ParsedPage, PageType>()

/** What kind of page it is, by its own statements, its address and its text. */
export function pageKind(page: ParsedPage, url: string): PageType {
  const known = kinds.get(page)
  if (known !== undefined) return known
  const kind = readKind(page, new URL(url))
  kinds.set(page, kind)
  return kind
}

function readKind(page: ParsedPage, { hostname, pathname }: URL): PageType {
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
    questions: askedQuestions(page).length,
    evidence: page.typeEvidence,
  }).type
}
