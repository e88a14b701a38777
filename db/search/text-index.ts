import type { RawBuilder } from 'kysely'
import { form } from '../form.ts'
import type { ListedRow } from '../forms.ts'
import * as sqlite from '../sqlite/full-text.ts'
import type { IndexedTable, TextQuery } from './full-text.ts'

/** The forms of full text. */

type Sql = RawBuilder<unknown>

const notYet = (): never => {
  throw new Error('Full text has no form for PostgreSQL')
}

/** A table `name` in a FROM: the numbers `num` of the rows that are found, and their `rank`, the best one's the lowest. */
export const wordHits = (name: string, table: IndexedTable, query: TextQuery): Sql =>
  form({ sqlite: () => sqlite.wordHits(name, table, query), postgres: notYet })

/** Puts the words of rows of one site into the index: the number of each, and its texts as they are cut (`toIndex`). */
export const addWords = (table: IndexedTable, siteNum: number, rows: readonly ListedRow[]): Sql =>
  form({ sqlite: () => sqlite.addWords(table, siteNum, rows), postgres: notYet })

/** The same of texts that are stored, and that need no cutting: a SELECT of their numbers and texts by name. */
export const addStoredWords = (table: IndexedTable, siteNum: number, stored: Sql): Sql =>
  form({ sqlite: () => sqlite.addStoredWords(table, siteNum, stored), postgres: notYet })

/** Takes the words of rows out; `nums` is the right side of `IN`. */
export const dropWords = (table: IndexedTable, nums: Sql): Sql =>
  form({ sqlite: () => sqlite.dropWords(table, nums), postgres: notYet })
