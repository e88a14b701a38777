import { engineOf } from '../form.ts'
import type { FullTextTable } from '../search/full-text.ts'
import { mergeFts5Step, SqliteErasure } from '../sqlite/erasure.ts'
import { truncateWriteAheadLog } from '../sqlite/truncate-write-ahead-log.ts'
import type { Db } from '../tables/schema.ts'

/**
 * These functions leave nothing of deleted rows in the file or in its log. PostgreSQL's own clean-up does that, and its
 * log and backups keep what they have.
 */

/** Runs work whose deletions overwrite what they delete, step by step; one erasure at a time. */
export interface Erasure {
  /** Does one step; false once `work` has answered that nothing is left. */
  step(work: () => Promise<boolean>): Promise<boolean>
}

export const erasureOf = (db: Db): Erasure =>
  engineOf(db) === 'sqlite' ? new SqliteErasure(db) : { step: (work) => work() }

/**
 * Does one step of rewriting a full-text index without the words of deleted rows; false once it is done. The first step
 * begins with the whole index; the others only go on, so that new rows do not keep the rewrite from ending.
 */
export const mergeWordsStep = async (
  db: Db,
  table: FullTextTable,
  isFirst: boolean,
): Promise<boolean> => engineOf(db) === 'sqlite' && mergeFts5Step(db, table, isFirst)

/** Removes deleted rows from the write-ahead log; false where that has to wait for a reader. */
export const truncateLog = async (db: Db): Promise<boolean> =>
  engineOf(db) !== 'sqlite' || truncateWriteAheadLog(db)
