import { engineOf } from '../form.ts'
import type { FullTextTable } from '../search/full-text.ts'
import { mergeFts5Step, SqliteErasure } from '../sqlite/erasure.ts'
import { truncateWriteAheadLog } from '../sqlite/truncate-write-ahead-log.ts'
import type { Db } from '../tables/schema.ts'

/**
 * These functions leave nothing of deleted rows in the file or in its log. PostgreSQL's own clean-up does that, and its
 * log and backups keep what they have.
 */

/** A way to do work, in steps, whose deletions overwrite what they delete; one erasure is under way at a time. */
export interface Erasure {
  /** Does one step of `work`; returns false once `work` has answered that nothing is left to do. */
  step(work: () => Promise<boolean>): Promise<boolean>
}

export const erasureOf = (db: Db): Erasure =>
  engineOf(db) === 'sqlite' ? new SqliteErasure(db) : { step: (work) => work() }

/**
 * Does one step of rewriting a full-text index without the words of deleted rows; returns false once that is done. The
 * first step begins with the whole index; the others only go on, so that new rows do not keep the rewrite from ending.
 */
export const mergeWordsStep = async (
  db: Db,
  table: FullTextTable,
  isFirst: boolean,
): Promise<boolean> => engineOf(db) === 'sqlite' && mergeFts5Step(db, table, isFirst)

/**
 * Removes deleted rows from the write-ahead log; returns false where a reader keeps it from doing so until a later
 * call.
 */
export const truncateLog = async (db: Db): Promise<boolean> =>
  engineOf(db) !== 'sqlite' || truncateWriteAheadLog(db)
