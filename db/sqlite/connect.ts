import { Sqlite, type BetterSqlite3 } from './binding.ts'
import { durabilityPragma } from './durability.ts'

export type SqliteConnection = BetterSqlite3.Database

/** How long SQLite itself waits for a lock; the writer retries above that without blocking the event loop. */
const BUSY_TIMEOUT_MS = 200

const CACHE_KIB = 16_384
/** Of a connection that reads on the event loop: what it asks for is small, and the system caches the file as well. */
const READER_CACHE_KIB = 12_288

/**
 * The log begins anew from here on, once it is copied back (`LogCheckpointer`): events touch the same pages again and again,
 * and each is then copied once instead of often. The file is cut to this, and never shorter, since to grow costs time.
 */
export const CHECKPOINT_BYTES = 16 * 1024 * 1024
/** 64 MiB of log, which a commit copies back where nobody else did. */
const CHECKPOINT_PAGES = 16_000

/**
 * Opens the writer. WAL lets readers go on beside it; each commit survives a power loss.
 * The page cache is 16 MiB.
 */
export function connectWriter(file: string): SqliteConnection {
  const connection = new Sqlite(file, { timeout: BUSY_TIMEOUT_MS })
  try {
    setUpWriter(connection)
  } catch (error) {
    connection.close()
    throw error
  }
  return connection
}

function setUpWriter(connection: SqliteConnection): void {
  connection.pragma('journal_mode = WAL')
  connection.pragma(durabilityPragma('disk'))
  connection.pragma('foreign_keys = ON')
  connection.pragma('secure_delete = FAST') // a salt that is forgotten must not stay readable in its page
  connection.pragma(`cache_size = -${CACHE_KIB}`)
  connection.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
  connection.pragma(`journal_size_limit = ${CHECKPOINT_BYTES}`)
  defineInTime(connection, () => true)
}

const MAX_PASSES = 10

/**
 * Copies the log back into the database without keeping anybody from writing or reading; once all of it is copied, the
 * next write begins it anew. What is written during a pass needs another one, and each is shorter than the one before.
 */
export function checkpointLog(file: string): void {
  const connection = new Sqlite(file, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS })
  try {
    let before = -1
    for (let pass = 0; pass < MAX_PASSES; pass++) {
      // @NOTE the one row of wal_checkpoint.
      const [row] = connection.pragma('wal_checkpoint(PASSIVE)') as CheckpointRow[]
      // The rest waits for a reader, or for somebody else who copies.
      if (!row || row.busy !== 0 || row.checkpointed < row.log) return
      // `log` is that of the beginning of the pass.
      if (row.log === before) return
      before = row.log
    }
  } finally {
    connection.close()
  }
}

/** Frames in the log, and those of them that are copied by now. */
interface CheckpointRow {
  busy: number
  log: number
  checkpointed: number
}

/** What scans ask on their way: it throws where a read has a time limit, and holds where it has none. */
function defineInTime(connection: SqliteConnection, inTime: () => boolean): void {
  connection.function('in_time', { deterministic: false }, () => (inTime() ? 1 : 0))
}

interface ReaderOptions {
  cacheKib?: number
  /** May throw, to end a scan. */
  inTime?: () => boolean
}

/** Opens a connection that cannot write, whatever it is asked. */
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
