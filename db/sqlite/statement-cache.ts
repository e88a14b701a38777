import type { Statement } from 'better-sqlite3'
import { BoundedMap } from '../../src/lib/cache/bounded-map.ts'
import type { SqliteConnection } from './connect.ts'
import type { RowShape } from './reader.ts'

const MAX_STATEMENTS = 500
/** A longer text is not cached: it has many values of its caller, seldom comes again, and takes much memory. */
const MAX_TEXT = 10_000

/** Caches prepared statements by their text, since preparing costs more than running. */
export class StatementCache {
  readonly #raw: SqliteConnection
  readonly #byForm = {
    objects: new BoundedMap<string, Statement>(MAX_STATEMENTS),
    arrays: new BoundedMap<string, Statement>(MAX_STATEMENTS),
  }

  constructor(raw: SqliteConnection) {
    this.#raw = raw
  }

  get(text: string, form: RowShape = 'objects'): Statement {
    const byText = this.#byForm[form]
    const known = byText.get(text)
    if (known) return known
    const statement = this.#raw.prepare(text)
    if (form === 'arrays') statement.raw()
    if (text.length <= MAX_TEXT) byText.set(text, statement)
    return statement
  }
}
