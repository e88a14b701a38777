import * as z from 'zod'

/** Texts are the page's own: whatever a record holds, an answer stays short. */
const text = (maxChars: number) =>
  z
    .string()
    .transform((value) => value.slice(0, maxChars).toWellFormed())
    .nullish()
    .transform((value) => value ?? null)

/** At most `max` items of a list that a record may not have yet. */
const list = <T extends z.ZodType>(item: T, max: number) =>
  z
    .array(z.unknown())
    .default([])
    .transform((items) => items.slice(0, max))
    .pipe(z.array(item))

const words = (maxChars: number) =>
  z.string().transform((value) => value.slice(0, maxChars).toWellFormed())

const count = z
  .int()
  .nullish()
  .transform((value) => value ?? null)

/** Longer ones lead nowhere when they are cut. */
const url = z
  .string()
  .nullish()
  .transform((value) => (value && value.length <= 2_048 ? value : null))

/**
 * What scans and prompts keep of a page, cut to what an answer may show. A record of an earlier version lacks fields;
 * those are null or empty.
 */
export const PageRecord = z.object({
  title: text(300),
  description: text(1_000),
  h1: text(300),
  headings: list(z.object({ level: z.int(), text: words(300), id: text(200) }), 100),
  canonicalUrl: url,
  markdownUrl: url,
  language: text(35),
  typeSource: text(20),
  wordCount: count,
  tokenEstimate: count,
  contentHash: text(64),
  keyphrases: list(z.object({ text: words(120), weight: z.number() }), 50),
  summary: text(2_000),
  author: text(200),
  publishedAt: text(40),
  modifiedAt: text(40),
  modifiedSource: text(20),
  robots: z
    .object({ meta: list(words(200), 50), header: list(words(200), 50) })
    .default({ meta: [], header: [] }),
  schemaTypes: list(words(100), 50),
  issues: list(words(60), 50),
  tags: list(words(100), 50),
})
