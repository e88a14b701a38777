import type { KnownPage, WaitingUrl } from './scan-rows.ts'

/** An address that waits, with the page that is known there, as SQL gives both. */
export interface WaitingRow {
  seq: number
  url: string
  depth: number
  modified_at: number | null
  num: number | null
  page_url: string | null
  title: string | null
  state: string | null
  missing: number | null
  etag: string | null
  last_modified: string | null
  canonical_url: string | null
  content_hash: string
  body_hash: string
}

export const waitingUrl = (row: WaitingRow): WaitingUrl => ({
  seq: row.seq,
  url: row.url,
  depth: row.depth,
  modifiedAt: row.modified_at,
  known: knownPage(row),
})

function knownPage(row: WaitingRow): KnownPage | undefined {
  if (row.num === null || row.page_url === null) return undefined
  return {
    num: row.num,
    url: row.page_url,
    title: row.title,
    state: row.state,
    missing: row.missing ?? 0,
    etag: row.etag,
    lastModified: row.last_modified,
    canonicalUrl: row.canonical_url,
    contentHash: row.content_hash || null,
    bodyHash: row.body_hash || null,
  }
}
