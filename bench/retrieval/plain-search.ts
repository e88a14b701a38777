import Database from 'better-sqlite3'
import type { CorpusPage } from './corpus.ts'

const RESULTS = 20

/** The baseline: SQLite's FTS5 as it comes, any of the question's words, BM25 over title and page text. */
export function openPlainSearch(
  pages: readonly CorpusPage[],
): (question: string) => readonly string[] {
  const database = new Database(':memory:')
  database.exec('CREATE VIRTUAL TABLE page USING fts5 (title, text)')
  const insert = database.prepare('INSERT INTO page (rowid, title, text) VALUES (?, ?, ?)')
  for (const [i, { title, paragraphs }] of pages.entries()) {
    insert.run(i, title, paragraphs.join('\n'))
  }
  const select = database
    .prepare<[string, number], number>(
      'SELECT rowid FROM page WHERE page MATCH ? ORDER BY bm25(page), rowid LIMIT ?',
    )
    .pluck()
  return (question) => {
    const words = question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
    if (words.length === 0) return []
    const match = [...new Set(words)].map((word) => `"${word}"`).join(' OR ')
    return select.all(match, RESULTS).map((i) => pages[i]?.path ?? '')
  }
}
