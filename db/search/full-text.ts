import { sql, type RawBuilder } from 'kysely'

/** Words of a search, at most 24; what is not a letter or a digit separates them, so no operator gets through. */
export function searchWords(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words)].slice(0, 24)
}

/** Rows of one site whose text has all (or any) of the words; the best ones have the lowest `bm25`. */
export function matchText(
  table: 'question_text' | 'page_text' | 'topic_text',
  columns: string,
  siteNum: number,
  words: readonly string[],
  mode: 'all' | 'any',
): RawBuilder<unknown> {
  const terms = words.map((word) => `"${word}"`).join(mode === 'all' ? ' AND ' : ' OR ')
  const query = `site : s${siteNum} AND ${columns} : (${terms})`
  return sql`${sql.ref(table)} MATCH ${query}`
}

export const siteToken = (siteNum: number): string => `s${siteNum}`
