import type { RawBuilder } from 'kysely'
import { form } from '../form.ts'
import type { ListedRow } from '../forms.ts'
import * as sqlite from '../sqlite/full-text.ts'
import type { FullTextTable, FullTextQuery } from './full-text.ts'

/** These functions write full-text search as SQL for each database engine: one function for each form. */

type Sql = RawBuilder<unknown>

const notYet = (): never => {
  throw new Error('Full text has no form for PostgreSQL')
}

/**
 * Returns a table `hit` for a FROM, with the number `num` of each row that matches and its `rank`, of which the lowest
 * is the best.
 */
export const wordHits = (table: FullTextTable, query: FullTextQuery): Sql =>
  form({ sqlite: () => sqlite.fts5Hits(table, query), postgres: notYet })

/**
 * Returns a statement that adds rows of one site to the index: the number of each row and its texts, cut as the index
 * needs them.
 */
export const addWords = (table: FullTextTable, siteNum: number, rows: readonly ListedRow[]): Sql =>
  form({ sqlite: () => sqlite.addFts5Words(table, siteNum, rows), postgres: notYet })

/**
 * Returns a statement that adds stored texts, which need no cutting, to the index: `stored` selects their numbers and
 * texts by name.
 */
export const addStoredWords = (table: FullTextTable, siteNum: number, stored: Sql): Sql =>
  form({ sqlite: () => sqlite.addStoredFts5Words(table, siteNum, stored), postgres: notYet })

/** Returns a statement that deletes rows from the index; `nums` is the right side of `IN`. */
export const deleteWords = (table: FullTextTable, nums: Sql): Sql =>
  form({ sqlite: () => sqlite.deleteFts5Words(table, nums), postgres: notYet })
