import * as z from 'zod'
import { count, list, text, url, words } from './bounded.ts'

/** Where a page, or who lists it, says when it was changed. */
const MODIFIED_SOURCES = ['jsonld', 'meta', 'http', 'sitemap'] as const

/**
 * What a scan keeps of a page: what the page says, and nothing that anyone concluded from it. Its texts are the page's own
 * words. A record of an earlier release lacks fields; those are null, empty or 0.
 */
export const PageRecord = z.object({
  title: text(300),
  description: text(1_000),
  h1: text(300),
  headings: list(z.object({ level: z.int(), text: words(300), id: text(200) }), 100),
  canonicalUrl: url,
  /** BCP 47. */
  language: text(60),
  /** Of the main text. */
  wordCount: count,
  tokenEstimate: count,
  /** SHA-256 of the main text, hex. */
  contentHash: text(64),
  author: text(200),
  publishedAt: text(40),
  modifiedAt: text(40),
  modifiedSource: z
    .enum(MODIFIED_SOURCES)
    .nullish()
    .transform((source) => source ?? null),
  robots: z
    .object({ meta: list(words(200), 50), header: list(words(200), 50) })
    .default({ meta: [], header: [] }),
  markdownUrl: url,
  schemaTypes: list(words(100), 50),
  ogType: text(100),
  /** Those that the page gives itself. */
  ownTags: list(words(100), 50),
  /** Of the main text; they tell what kind of page it is. */
  codeBlocks: z.int().default(0),
  orderedItems: z.int().default(0),
  /** What its owner would want to mend, by name. */
  issues: list(words(60), 50),
})
export type PageRecord = z.output<typeof PageRecord>

/** Reads a record as it is stored; of a page that no scan has read, there is null. */
export const readRecord = (record: string | null): PageRecord | undefined =>
  record === null ? undefined : PageRecord.parse(JSON.parse(record))

/** What is known of a page that no scan has read: nothing. */
export const NO_RECORD: PageRecord = PageRecord.parse({})
