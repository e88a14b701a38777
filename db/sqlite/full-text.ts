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

/** Indexes of FTS5 that hold the words of a table's rows, and not the texts: a row's id in one is its number. */
const indexOf = (table: FullTextTable): Sql => sql.ref(`${table}_text`)

const columnsOf = (table: FullTextTable): string[] => Object.keys(FULL_TEXT_COLUMNS[table])

/** The site's token, which stands in the first column, weighs nothing. */
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

/** A table `name` of row numbers with their rank, lowest best. */
export const fts5Hits = (name: string, table: FullTextTable, query: FullTextQuery): Sql =>
  sql`(SELECT rowid AS num, ${rankOf(table)} AS rank FROM ${indexOf(table)}
    WHERE ${indexOf(table)} MATCH ${matchOf(table, query)}) AS ${sql.ref(name)}`

/** Puts in the words of rows: their number, and a text for each column. */
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

/** The same of rows that a SELECT gives, with a number and the index's columns. */
export const addStoredFts5Words = (table: FullTextTable, siteNum: number, stored: Sql): Sql =>
  insertion(table, siteNum, sql`(${stored}) AS listed`)

const insertion = (table: FullTextTable, siteNum: number, listed: Sql): Sql => {
  const texts = columnsOf(table)
  return sql`INSERT INTO ${indexOf(table)} (rowid, site, ${sql.join(texts.map((text) => sql.ref(text)))})
    SELECT listed.num, ${siteToken(siteNum)}, ${sql.join(texts.map((text) => sql.ref(`listed.${text}`)))} FROM ${listed}`
}

/** Takes out the words of rows; \`nums\` is the right side of \`IN\`. */
export const deleteFts5Words = (table: FullTextTable, nums: Sql): Sql =>
  sql`DELETE FROM ${indexOf(table)} WHERE rowid IN ${nums}`
