import { sql } from 'kysely'
import { valueRows } from '../forms.ts'
import type { Trx } from '../tables/schema.ts'
import { URL_STATES, type FoundUrl } from './scan-rows.ts'

/** The number of addresses that one statement adds, so that a long sitemap does not hold up the event loop. */
export const URLS_PER_STATEMENT = 2_000

const FOUND = {
  place: 'integer',
  url: 'text',
  modified_at: 'integer',
  depth: 'integer',
  state: 'integer',
} as const

/**
 * Adds addresses to a scan, except those that it has already, numbered in the order in which they were found; returns
 * how many were new.
 */
export async function addUrls(trx: Trx, scanNum: number, found: readonly FoundUrl[]) {
  const added = { all: 0, skipped: 0 }
  for (let from = 0; from < found.length; from += URLS_PER_STATEMENT) {
    const rows = found
      .slice(from, from + URLS_PER_STATEMENT)
      .map(({ url, depth, modifiedAt, state }, i) => [
        i + 1,
        url,
        modifiedAt,
        depth,
        URL_STATES[state],
      ])
    const { rows: inserted } = await sql<{ state: number }>`
      INSERT INTO scan_url (scan_num, seq, url, modified_at, depth, state)
      SELECT ${scanNum}, found.place + (SELECT COALESCE(MAX(seq), 0) FROM scan_url WHERE scan_num = ${scanNum}),
        found.url, found.modified_at, found.depth, found.state
      FROM ${valueRows('found', FOUND, rows)} WHERE true
      ON CONFLICT (scan_num, url) DO NOTHING
      RETURNING state`.execute(trx)
    added.all += inserted.length
    added.skipped += inserted.filter(({ state }) => state !== URL_STATES.waiting).length
  }
  return added
}
