import { Kysely } from 'kysely'
import type { ReadExportPage } from './export/export-rows.ts'
import type { TranslateError } from './sqlite/driver.ts'
import type { ReadCaller, ReadPool } from './sqlite/read-pool.ts'
import type { KnownRows } from './sqlite/known-rows.ts'
import { readDialect, toReadRows, type ReadRows, type RunRead } from './sqlite/reader.ts'
import type { Db, Tables, Trx } from './tables/schema.ts'

/** Handles that all callers share: quick reads on the event loop, and the one writer. */
export interface SharedHandles {
  read: Db
  write: Db | Trx
  /** Reads as `read` does, for statements that are compiled already. */
  readRows: ReadRows
  /** Says that a queue has new jobs, after the commit that added them. */
  wakeQueue: (queue: string) => void
  /** Says that an organization has new domain events, after the commit that stored them. */
  tellEmitted: (orgId: string) => void
}

/** All handles: the shared ones, and long reads in threads on behalf of one caller. */
export interface Handles extends SharedHandles {
  scan: Db
  /** Reads as `scan` does, for statements that are compiled already. */
  scanRows: ReadRows
  /** Reads one page of an export, as bytes. */
  readPage: ReadExportPage
  /** The queues that a transaction has added jobs to; undefined outside of one. */
  grown?: Set<string>
  /** Notes that a transaction has stored domain events; undefined outside of one. */
  noteEmitted?: () => void
}

/** The shared handles as a database makes them: with what its reads throw as callers know it. */
export type MadeHandles = SharedHandles & { translate: TranslateError; known: KnownRows }

/** Makes the handles for long reads of one caller when they are first used, since most calls need none. */
export class CallerHandles implements Handles {
  readonly read: Db
  readonly write: Db | Trx
  readonly readRows: ReadRows
  readonly wakeQueue: (queue: string) => void
  readonly tellEmitted: (orgId: string) => void
  readonly #translate: TranslateError
  readonly #known: KnownRows
  readonly #pool: ReadPool
  readonly #reader: ReadCaller
  #scan: Db | undefined

  constructor(
    { read, write, readRows, known, translate, wakeQueue, tellEmitted }: MadeHandles,
    pool: ReadPool,
    reader: ReadCaller,
  ) {
    this.read = read
    this.write = write
    this.readRows = readRows
    this.#translate = translate
    this.#known = known
    this.wakeQueue = wakeQueue
    this.tellEmitted = tellEmitted
    this.#pool = pool
    this.#reader = reader
  }

  get scan(): Db {
    this.#scan ??= new Kysely<Tables>({ dialect: readDialect(this.#run) })
    return this.#scan
  }

  readonly scanRows: ReadRows = (query) => this.#known.of(toReadRows(this.#run))(query)

  readonly readPage: ReadExportPage = ({ sql, parameters }, form) =>
    this.#translated(sql, this.#pool.readPage(sql, parameters, form, this.#reader))

  readonly #run: RunRead = (sql, parameters, form) =>
    this.#translated(sql, this.#pool.read(sql, parameters, form, this.#reader))

  async #translated<T>(sql: string, reading: Promise<T>): Promise<T> {
    try {
      return await reading
    } catch (error) {
      throw this.#translate(error, sql)
    }
  }
}
