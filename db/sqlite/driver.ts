import { setTimeout as delay } from 'node:timers/promises'
import type { DatabaseConnection, Dialect, Driver } from 'kysely'
import { isBusy, translateSqliteError } from '../errors.ts'
import type { SqliteConnection } from './connect.ts'
import { connectionOf, dialectOf } from './dialect.ts'
import { StatementCache } from './statement-cache.ts'

/** The milliseconds that a writer waits for another process before it throws StorageUnavailableError. */
const LOCK_WAIT_MS = 3_000
const LOCK_POLL_MS = 20

/**
 * Makes a dialect with which Kysely runs on one better-sqlite3 connection and caches prepared statements.
 * `acquireConnection` is the process's write lock, so no other statement can get into a transaction that is waiting for
 * a promise.
 */
export const sqliteDialect = (
  connection: SqliteConnection,
  translate: TranslateError = translateSqliteError,
): Dialect => dialectOf(() => new SqliteDriver(connection, translate))

/** A function that turns an error of SQLite into one that callers know; `sql` is the statement that threw it. */
export type TranslateError = (error: unknown, sql?: string) => unknown

class SqliteDriver implements Driver {
  readonly #raw: SqliteConnection
  readonly #translate: TranslateError
  readonly #connection: DatabaseConnection
  /**
   * The end of the last use of the connection, which the next one waits for.
   *
   * @NOTE no limiter: Kysely takes the connection with one call and gives it back with another.
   */
  #tail: Promise<void> = Promise.resolve()
  #release: (() => void) | undefined

  constructor(raw: SqliteConnection, translate: TranslateError) {
    this.#raw = raw
    this.#translate = translate
    this.#connection = kyselyConnection(raw, translate)
  }

  async init(): Promise<void> {
    // The connection is open already.
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#tail
    const gate = openGate()
    this.#tail = gate.opened
    await before
    this.#release = gate.open
    return this.#connection
  }

  async releaseConnection(): Promise<void> {
    this.#release?.()
  }

  async beginTransaction(): Promise<void> {
    await beginImmediate(this.#raw)
  }

  async commitTransaction(): Promise<void> {
    runSql(this.#raw, 'COMMIT', this.#translate)
  }

  async rollbackTransaction(): Promise<void> {
    if (this.#raw.inTransaction) runSql(this.#raw, 'ROLLBACK', this.#translate)
  }

  async destroy(): Promise<void> {
    this.#raw.close()
  }
}

function openGate(): { opened: Promise<void>; open: () => void } {
  const parts: { open?: () => void } = {}
  const opened = new Promise<void>((resolve) => {
    parts.open = resolve
  })
  return { opened, open: () => parts.open?.() }
}

function kyselyConnection(raw: SqliteConnection, translate: TranslateError): DatabaseConnection {
  const statements = new StatementCache(raw)
  return connectionOf(async ({ sql, parameters }) => {
    try {
      const statement = statements.get(sql)
      if (statement.reader) return { rows: statement.all(parameters) }
      const { changes, lastInsertRowid } = statement.run(parameters)
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
    } catch (error) {
      throw translate(error, sql)
    }
  })
}

/** Begins a transaction with the write lock, so that it never fails half way through on another process's lock. */
export async function beginImmediate(raw: SqliteConnection): Promise<void> {
  const deadline = performance.now() + LOCK_WAIT_MS
  for (;;) {
    try {
      raw.exec('BEGIN IMMEDIATE')
      return
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw translateSqliteError(error)
    }
    await delay(LOCK_POLL_MS)
  }
}

function runSql(raw: SqliteConnection, sql: string, translate: TranslateError): void {
  try {
    raw.exec(sql)
  } catch (error) {
    if (raw.inTransaction) raw.exec('ROLLBACK')
    throw translate(error, sql)
  }
}
