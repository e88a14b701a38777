import { Sqlite, type BetterSqlite3 } from './binding.ts'

export type SqliteConnection = BetterSqlite3.Database

/** How long SQLite itself waits for a lock; the writer retries above that without blocking the event loop. */
const BUSY_TIMEOUT_MS = 200

const CACHE_KIB = 24_576
/** Of a connection that reads on the event loop: what it asks for is small, and the system caches the file as well. */
const READER_CACHE_KIB = 12_288

/** 16 MiB of log: events touch the same pages again and again, and each is then copied back once instead of often. */
const CHECKPOINT_PAGES = 4_000

/**
 * Opens the writer. WAL lets readers go on beside it; `synchronous=FULL` makes each commit survive a power loss.
 * The page cache is 24 MiB.
 */
export function connectWriter(file: string): SqliteConnection {
  const connection = new Sqlite(file, { timeout: BUSY_TIMEOUT_MS })
  connection.pragma('journal_mode = WAL')
  connection.pragma('synchronous = FULL')
  connection.pragma('foreign_keys = ON')
  connection.pragma('secure_delete = FAST') // a salt that is forgotten must not stay readable in its page
  connection.pragma(`cache_size = -${CACHE_KIB}`)
  connection.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
  defineInTime(connection, () => true)
  return connection
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
