import * as z from 'zod'
import {
  optionalCount,
  boundedList,
  optionalText,
  boundedUrl,
  boundedText,
} from './bounded-schemas.ts'
import { PAGE_TYPES, TYPE_SOURCES } from './page-types.ts'

/** The places where a page, its server or its sitemap says when the page was changed. */
const MODIFIED_SOURCES = ['jsonld', 'meta', 'http', 'sitemap'] as const

const StatedType = z.object({ type: z.enum(PAGE_TYPES), source: z.enum(TYPE_SOURCES) })

/**
 * The record that a scan keeps of a page: statements of the page, in its own words, and no conclusions from them. A
 * record of an earlier release lacks fields; those are null, empty or 0.
 */
export const PageRecord = z.object({
  /** The title of the page's document. */
  title: optionalText(300),
  description: optionalText(1_000),
  h1: optionalText(300),
  headings: boundedList(
    z.object({ level: z.int(), text: boundedText(300), id: optionalText(200) }),
    100,
  ),
  /** The beginnings of the sections of the main text, by which questions are found. */
  leads: boundedList(
    z.object({ heading: boundedText(200), level: z.int(), text: boundedText(240) }),
    40,
  ),
  /** Questions that the page answers besides its headings. */
  asked: boundedList(boundedText(160), 20),
  canonicalUrl: boundedUrl,
  /**
   * The BCP 47 tag of the language: that of the text, else of the texts of its site, else the one that the page states.
   */
  language: optionalText(60),
  /** The language of the text, where that is sure. */
  textLanguage: optionalText(60),
  /** The language that the markup states. */
  statedLanguage: optionalText(60),
  /** The number of words of the main text. */
  wordCount: optionalCount,
  tokenEstimate: optionalCount,
  /** SHA-256 of the main text, hex. */
  contentHash: optionalText(64),
  author: optionalText(200),
  publishedAt: optionalText(40),
  modifiedAt: optionalText(40),
  modifiedSource: z
    .enum(MODIFIED_SOURCES)
    .nullish()
    .transform((source) => source ?? null)
    .catch(null),
  robots: z
    .object({ meta: boundedList(boundedText(200), 50), header: boundedList(boundedText(200), 50) })
    .default({ meta: [], header: [] })
    .catch({ meta: [], header: [] }),
  markdownUrl: boundedUrl,
  schemaTypes: boundedList(boundedText(100), 50),
  ogType: optionalText(100),
  /** The name that the page gives its site: in its structured data, else in `og:site_name`. */
  siteName: optionalText(200),
  /** The tags that the page gives itself. */
  ownTags: boundedList(boundedText(100), 50),
  /** The type that the page's markup states. */
  statedType: StatedType.nullish()
    .transform((stated) => stated ?? null)
    .catch(null),
  /** True where the page states the day on which it was published. */
  isDated: z.boolean().default(false).catch(false),
  /** Names of the faults that the site's owner would want to correct. */
  issues: boundedList(boundedText(60), 50),
})
export type PageRecord = z.output<typeof PageRecord>

let empty: PageRecord | undefined

/**
 * Returns the empty record, which stands for a page that no scan has read; it is made with its first use, since a start
 * does not wait for it.
 */
export const emptyRecord = (): PageRecord => (empty ??= PageRecord.parse({}))

const StoredRecord = PageRecord.catch(emptyRecord)

/**
 * Reads a stored record, an empty one where the stored value is no object; undefined for null, which a page has that no
 * scan has read.
 */
export const readRecord = (record: string | null): PageRecord | undefined =>
  record === null ? undefined : StoredRecord.parse(JSON.parse(record))
