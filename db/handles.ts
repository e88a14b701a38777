import { Kysely } from 'kysely'
import type { ReadExportPage } from './export/export-rows.ts'
import type { TranslateError } from './sqlite/driver.ts'
import type { ReadCaller, ReadPool } from './sqlite/read-pool.ts'
import type { KnownRows } from './sqlite/known-rows.ts'
import { readDialect, toReadRows, type ReadRows, type RunRead } from './sqlite/reader.ts'
import type { Db, Tables, Trx } from './tables/schema.ts'

/** The handles that all callers share: quick reads on the event loop, and the one writer. */
export interface SharedHandles {
  read: Db
  write: Db | Trx
  /** Reads on the event loop, as `read` does, by a statement that is compiled already. */
  readRows: ReadRows
  /** Says that a queue has new jobs; called after the commit that added them. */
  wakeQueue: (queue: string) => void
  /** Says that an organization has new domain events; called after the commit that stored them. */
  tellEmitted: (orgId: string) => void
}

/** The handles of one caller: the shared ones, and long reads in threads on behalf of this caller. */
export interface Handles extends SharedHandles {
  scan: Db
  /** Reads in a thread, as `scan` does, by a statement that is compiled already. */
  scanRows: ReadRows
  /** Reads one page of an export, as the bytes of a file. */
  readPage: ReadExportPage
  /** The names of the queues that the open transaction has added jobs to; undefined outside of a transaction. */
  grown?: Set<string>
  /** Notes that the open transaction has stored domain events; undefined outside of a transaction. */
  noteEmitted?: () => void
}

/** The shared handles as a database makes them, with the translation of the errors of reads, and the cache of rows. */
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
