import { engineOf } from '../form.ts'
import type { FullTextTable } from '../search/full-text.ts'
import { truncateWriteAheadLog } from '../sqlite/truncate-write-ahead-log.ts'
import * as sqlite from '../sqlite/purge.ts'
import type { Db } from '../tables/schema.ts'

/**
 * What a deletion takes so that nothing is left of what was deleted, in the file or beside it. PostgreSQL's own clean-up
 * does that, and its log and backups keep what they have.
 */

/** Does work whose deletions overwrite what they delete. */
export const overwriteDeleted = <T>(db: Db, work: () => Promise<T>): Promise<T> =>
  engineOf(db) === 'sqlite' ? sqlite.withSecureDelete(db, work) : work()

/**
 * One step of writing an index of words anew without those of deleted rows; false once it is done. The first takes all of
 * the index as it is then; the others only go on, so that new rows do not keep it from ending.
 */
export const mergeWordsStep = async (
  db: Db,
  table: FullTextTable,
  isFirst: boolean,
): Promise<boolean> => engineOf(db) === 'sqlite' && sqlite.mergeFts5Step(db, table, isFirst)

/** Takes what was deleted out of the log of writes; false where that has to wait for a reader. */
export const truncateLog = async (db: Db): Promise<boolean> =>
  engineOf(db) !== 'sqlite' || truncateWriteAheadLog(db)
