import { createHash } from 'node:crypto'
import * as z from 'zod'
import { READ_RECORD } from '../../../db/prompts/prompt-rows.ts'

const Text = z.string().nullable().default(null)

/** What prompts read of the record that a scan keeps of a page. */
const Recorded = z.object({
  title: Text,
  description: Text,
  h1: Text,
  headings: z.array(z.object({ level: z.int(), text: z.string() })).default([]),
  canonicalUrl: Text,
  markdownUrl: Text,
  language: Text,
  author: Text,
  publishedAt: Text,
  modifiedAt: Text,
  contentHash: Text,
  wordCount: z.int().nullable().default(null),
  schemaTypes: z.array(z.string()).default([]),
  /** What the page says of itself; `tags` of a record are those that rules added. */
  ownTags: z.array(z.string()).default([]),
  ogType: Text,
  codeBlocks: z.int().default(0),
  orderedItems: z.int().default(0),
})
export type Recorded = z.output<typeof Recorded>

/** What prompts add to a record, ahead of what the scan wrote. */
export interface FoundFacts {
  type: string
  typeSource: string
  keyphrases: readonly { text: string; weight: number }[]
  summary: string
  tags: readonly string[]
}

export interface PageRecord {
  facts: Recorded
  /** As it is stored. */
  stored: string
  /** As the scan wrote it. */
  plain: string
  /** SHA-256 of `plain`, hex. */
  hash: string
}

/** Reads a record, whether or not it already has what prompts found. */
export function readRecord(record: string): PageRecord {
  const parsed: unknown = JSON.parse(record)
  const plain = record.startsWith(READ_RECORD) ? JSON.stringify(withoutFound(parsed)) : record
  return { facts: Recorded.parse(parsed), stored: record, plain, hash: sha256(plain) }
}

/** A page that no scan has read. */
export const unreadRecord = (): Recorded => Recorded.parse({})

function withoutFound(record: unknown): object {
  // @NOTE READ_RECORD says that it is an object; `enriched` made it.
  const fields = Object.entries(record as object)
  return Object.fromEntries(fields.filter(([name]) => !FOUND.has(name)))
}

const FOUND: ReadonlySet<string> = new Set([
  'type',
  'typeSource',
  'keyphrases',
  'summary',
  'tags',
] satisfies (keyof FoundFacts)[])

/** The record with what was found, which comes first so that the database can tell. */
export function enriched(plain: string, found: FoundFacts): string {
  const { type, typeSource, keyphrases, summary, tags } = found
  const scanned: unknown = JSON.parse(plain)
  // @NOTE a record is an object: the scan writes it so.
  return JSON.stringify({ type, typeSource, keyphrases, summary, tags, ...(scanned as object) })
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
