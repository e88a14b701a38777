import { closeAfter, closeOnThrow, Sqlite, type BetterSqlite3 } from './binding.ts'
import { durabilityPragma } from './transaction-without-sync.ts'

export type SqliteConnection = BetterSqlite3.Database

/**
 * The milliseconds that SQLite itself waits for a lock; the writer then tries again without blocking the event loop.
 */
const BUSY_TIMEOUT_MS = 200

/**
 * The page cache of the connection that writes, in KiB; a larger one was not faster, since the system caches the file
 * too.
 */
const CACHE_KIB = 8_192
/**
 * The page cache, in KiB, of the connection that reads on the event loop; its reads are small, and the system caches
 * too.
 */
const READER_CACHE_KIB = 4_096

/**
 * The size of the log from which on it is copied back (`LogCheckpointer`) and begun again. Events touch the same pages
 * again and again, so each page is copied once instead of often. The file is cut to this size and not below, since
 * growing costs time.
 */
export const CHECKPOINT_BYTES = 16 * 1024 * 1024
/**
 * The pages of the log, about 64 MiB, at which a commit copies it back, where `LogCheckpointer` did not get to that.
 */
const CHECKPOINT_PAGES = 16_000

/** Opens the connection that writes. WAL lets readers work at the same time, and each commit survives a power loss. */
export function connectWriter(file: string): SqliteConnection {
  const connection = new Sqlite(file, { timeout: BUSY_TIMEOUT_MS })
  closeOnThrow(connection, () => setUpWriter(connection))
  return connection
}

function setUpWriter(connection: SqliteConnection): void {
  connection.pragma('journal_mode = WAL')
  connection.pragma(durabilityPragma('disk'))
  connection.pragma('foreign_keys = ON')
  connection.pragma('secure_delete = FAST') // a deleted salt must not stay readable in its page
  connection.pragma(`cache_size = -${CACHE_KIB}`)
  connection.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
  connection.pragma(`journal_size_limit = ${CHECKPOINT_BYTES}`)
  defineInTime(connection, () => true)
}

const MAX_PASSES = 10

/**
 * Copies the log back into the database without blocking writers or readers; once all of it is copied, the next write
 * starts the log again. Writes during a pass need another pass, and each pass is shorter than the one before.
 */
export function checkpointLog(file: string): void {
  const opened = new Sqlite(file, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS })
  closeAfter(opened, (connection) => {
    let before = -1
    for (let pass = 0; pass < MAX_PASSES; pass++) {
      // @NOTE the one row of wal_checkpoint.
      const [row] = connection.pragma('wal_checkpoint(PASSIVE)') as CheckpointRow[]
      // The rest waits for a reader, or for another checkpoint.
      if (!row || row.busy !== 0 || row.checkpointed < row.log) return
      // `log` counts the frames at the beginning of the pass.
      if (row.log === before) return
      before = row.log
    }
  })
}

/**
 * The result of a checkpoint: `log` counts the frames in the log, `checkpointed` those of them that are copied back.
 */
interface CheckpointRow {
  busy: number
  log: number
  checkpointed: number
}

/** Defines the SQL function of `withinTimeLimit`: it throws once a read's time is over, else it returns 1. */
function defineInTime(connection: SqliteConnection, inTime: () => boolean): void {
  connection.function('in_time', { deterministic: false }, () => (inTime() ? 1 : 0))
}

interface ReaderOptions {
  cacheKib?: number
  /** A function that throws, to end a read. */
  inTime?: () => boolean
}

/** Opens a connection that can only read. */
export function connectReader(
  file: string,
  { cacheKib = READER_CACHE_KIB, inTime = () => true }: ReaderOptions = {},
): SqliteConnection {
  const connection = new Sqlite(file, {
    readonly: true,
    fileMustExist: true,
    timeout: BUSY_TIMEOUT_MS,
  })
  connection.pragma('query_only = ON')
  connection.pragma(`cache_size = -${cacheKib}`)
  defineInTime(connection, inTime)
  return connection
}
