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

/**
 * Returns the name of a table's FTS5 index, which holds words and no texts; the id of a row in it is the row's number.
 */
const indexOf = (table: FullTextTable): Sql => sql.ref(`${table}_text`)

const columnsOf = (table: FullTextTable): string[] => Object.keys(FULL_TEXT_COLUMNS[table])

/**
 * Returns SQL for the rank of a row: BM25 with the weights of the columns, where the first column, the site's token,
 * weighs nothing.
 */
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

/**
 * Returns a table `hit` for a FROM, with the numbers of matching rows and their rank, of which the lowest is the best.
 */
export const fts5Hits = (table: FullTextTable, query: FullTextQuery): Sql =>
  sql`(SELECT rowid AS num, ${rankOf(table)} AS rank FROM ${indexOf(table)}
    WHERE ${indexOf(table)} MATCH ${matchOf(table, query)}) AS hit`

/** Returns a statement that adds rows to the index: the number of each, and a text for each column. */
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

/**
 * Returns a statement that adds the rows of a SELECT to the index; the SELECT gives a number and the index's columns.
 */
export const addStoredFts5Words = (table: FullTextTable, siteNum: number, stored: Sql): Sql =>
  insertion(table, siteNum, sql`(${stored}) AS listed`)

const insertion = (table: FullTextTable, siteNum: number, listed: Sql): Sql => {
  const texts = columnsOf(table)
  return sql`INSERT INTO ${indexOf(table)} (rowid, site, ${sql.join(texts.map((text) => sql.ref(text)))})
    SELECT listed.num, ${siteToken(siteNum)}, ${sql.join(texts.map((text) => sql.ref(`listed.${text}`)))} FROM ${listed}`
}

/** Returns a statement that deletes rows from the index; `nums` is the right side of `IN`. */
export const deleteFts5Words = (table: FullTextTable, nums: Sql): Sql =>
  sql`DELETE FROM ${indexOf(table)} WHERE rowid IN ${nums}`
