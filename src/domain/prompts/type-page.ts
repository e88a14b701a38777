import type { TypeEvidence } from '../html/type-evidence.ts'
import type { PageLead } from '../page/page-leads.ts'
import type { PageRecord } from '../page/page-record.ts'

/** What tells the type of a page. */
export interface TypePage {
  /** The `@type` values of the page's JSON-LD, with or without `https://schema.org/`. */
  jsonLdTypes: readonly string[]
  /** The value of `og:type`. */
  ogType: string | null
  /** The host name of its site. */
  host: string
  path: string
  title: string | null
  h1: string | null
  author: string | null
  publishedAt: string | null
  /** Null where it is not known. */
  wordCount: number | null
  leads: readonly PageLead[]
  /** Questions that the page answers beside its headings. */
  questions: number
  codeBlocks: number
  /** Items of numbered lists that are no links. */
  orderedItems: number
  evidence: TypeEvidence
}

export const typePageOf = (record: PageRecord, path: string, host: string): TypePage => ({
  jsonLdTypes: record.schemaTypes,
  ogType: record.ogType,
  host,
  path,
  title: record.title,
  h1: record.h1,
  author: record.author,
  publishedAt: record.publishedAt,
  wordCount: record.wordCount,
  leads: record.leads,
  questions: record.asked.length,
  codeBlocks: record.codeBlocks,
  orderedItems: record.orderedItems,
  evidence: record.typeEvidence,
})
