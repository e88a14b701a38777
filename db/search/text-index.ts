import type { RawBuilder } from 'kysely'
import { form } from '../form.ts'
import type { ListedRow } from '../forms.ts'
import * as sqlite from '../sqlite/full-text.ts'
import type { FullTextTable, FullTextQuery } from './full-text.ts'

/** The forms of full text. */

type Sql = RawBuilder<unknown>

const notYet = (): never => {
  throw new Error('Full text has no form for PostgreSQL')
}

/** A table `name` in a FROM: the numbers `num` of the rows that are found, and their `rank`, the best one's the lowest. */
export const wordHits = (name: string, table: FullTextTable, query: FullTextQuery): Sql =>
  form({ sqlite: () => sqlite.fts5Hits(name, table, query), postgres: notYet })

/** Puts the words of rows of one site into the index: the number of each, and its texts as they are cut (`toIndex`). */
export const addWords = (table: FullTextTable, siteNum: number, rows: readonly ListedRow[]): Sql =>
  form({ sqlite: () => sqlite.addFts5Words(table, siteNum, rows), postgres: notYet })

/** The same of texts that are stored, and that need no cutting: a SELECT of their numbers and texts by name. */
export const addStoredWords = (table: FullTextTable, siteNum: number, stored: Sql): Sql =>
  form({ sqlite: () => sqlite.addStoredFts5Words(table, siteNum, stored), postgres: notYet })

/** Takes the words of rows out; `nums` is the right side of `IN`. */
export const deleteWords = (table: FullTextTable, nums: Sql): Sql =>
  form({ sqlite: () => sqlite.deleteFts5Words(table, nums), postgres: notYet })
