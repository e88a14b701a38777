import { sql, type RawBuilder } from 'kysely'
import { valueRows, type ListedRow } from '../forms.ts'
import {
  FULL_TEXT_COLUMNS,
  siteToken,
  type FullTextTable,
  type SearchTerm,
  type FullTextQuery,
} from '../search/full-text.ts'

type Sql = RawBuilder<unknown>

/** Names a table's FTS5 index, which holds words and no texts; a row's id in it is the row's number. */
const indexOf = (table: FullTextTable): Sql => sql.ref(`${table}_text`)

const columnsOf = (table: FullTextTable): string[] => Object.keys(FULL_TEXT_COLUMNS[table])

/** The site's token is in the first column and weighs nothing. */
const rankOf = (table: FullTextTable): Sql => {
  const weights = Object.values(FULL_TEXT_COLUMNS[table]).map((weight) => sql.lit(weight))
  return sql`bm25(${indexOf(table)}, 0, ${sql.join(weights)})`
}

const matchOf = (table: FullTextTable, { siteNums, terms, mode }: FullTextQuery): string => {
  const wanted = terms.map(termText).join(mode === 'all' ? ' AND ' : ' OR ')
  return `site : (${siteNums.map(siteToken).join(' OR ')}) AND {${columnsOf(table).join(' ')}} : (${wanted})`
}

// @NOTE words are letters and digits, so no operator gets through.
const termText = ({ words, isBeginning }: SearchTerm): string =>
  `"${words.join(' ')}"${isBeginning ? '*' : ''}`

/** Makes a table `hit` of row numbers with their rank, the lowest best. */
export const fts5Hits = (table: FullTextTable, query: FullTextQuery): Sql =>
  sql`(SELECT rowid AS num, ${rankOf(table)} AS rank FROM ${indexOf(table)}
    WHERE ${indexOf(table)} MATCH ${matchOf(table, query)}) AS hit`

/** Adds rows to the index: their number, and a text for each column. */
export const addFts5Words = (
  table: FullTextTable,
  siteNum: number,
  rows: readonly ListedRow[],
): Sql => {
  const texts = columnsOf(table)
  const columns = Object.fromEntries(texts.map((column) => [column, 'text' as const]))
  const listed = valueRows('listed', { num: 'integer', ...columns }, rows)
  return insertion(table, siteNum, sql`${listed}`)
}

/** Adds the rows of a SELECT, which gives a number and the index's columns. */
export const addStoredFts5Words = (table: FullTextTable, siteNum: number, stored: Sql): Sql =>
  insertion(table, siteNum, sql`(${stored}) AS listed`)

const insertion = (table: FullTextTable, siteNum: number, listed: Sql): Sql => {
  const texts = columnsOf(table)
  return sql`INSERT INTO ${indexOf(table)} (rowid, site, ${sql.join(texts.map((text) => sql.ref(text)))})
    SELECT listed.num, ${siteToken(siteNum)}, ${sql.join(texts.map((text) => sql.ref(`listed.${text}`)))} FROM ${listed}`
}

/** Deletes rows from the index; `nums` is the right side of `IN`. */
export const deleteFts5Words = (table: FullTextTable, nums: Sql): Sql =>
  sql`DELETE FROM ${indexOf(table)} WHERE rowid IN ${nums}`
