import { setTimeout as delay } from 'node:timers/promises'
import {
  SqliteAdapter,
  SqliteIntrospector,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
} from 'kysely'
import { isBusy, translateSqliteError } from '../errors.ts'
import type { SqliteConnection } from './connect.ts'
import { SqliteCompiler } from './query-compiler.ts'
import { StatementCache } from './statement-cache.ts'

/** How long a writer waits for another process before it answers that storage is unavailable. */
const LOCK_WAIT_MS = 3_000
const LOCK_POLL_MS = 20

/**
 * Kysely on one better-sqlite3 connection, with prepared statements kept.
 * One user at a time: `acquireConnection` is the process's write lock, so nothing can slip
 * into a transaction that is waiting for a promise.
 */
export function sqliteDialect(connection: SqliteConnection): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteCompiler(),
    createDriver: () => new SqliteDriver(connection),
  }
}

class SqliteDriver implements Driver {
  readonly #raw: SqliteConnection
  readonly #connection: SqliteKyselyConnection
  /** @NOTE no limiter: Kysely takes the connection with one call and gives it back with another. */
  #tail: Promise<void> = Promise.resolve()
  #release: (() => void) | undefined

  constructor(raw: SqliteConnection) {
    this.#raw = raw
    this.#connection = new SqliteKyselyConnection(raw)
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
    runSql(this.#raw, 'COMMIT')
  }

  async rollbackTransaction(): Promise<void> {
    if (this.#raw.inTransaction) runSql(this.#raw, 'ROLLBACK')
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

class SqliteKyselyConnection implements DatabaseConnection {
  readonly #statements: StatementCache

  constructor(raw: SqliteConnection) {
    this.#statements = new StatementCache(raw)
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const statement = this.#statements.get(query.sql)
      if (statement.reader) {
        // @NOTE better-sqlite3 returns unknown rows; Kysely's types are what the query was built with.
        return { rows: statement.all(query.parameters) as R[] }
      }
      const { changes, lastInsertRowid } = statement.run(query.parameters)
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
    } catch (error) {
      throw translateSqliteError(error)
    }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query)
  }
}

/** Takes the write lock now, so that a transaction never fails half way through on another process's lock. */
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

function runSql(raw: SqliteConnection, sql: string): void {
  try {
    raw.exec(sql)
  } catch (error) {
    if (raw.inTransaction) raw.exec('ROLLBACK')
    throw translateSqliteError(error)
  }
}
