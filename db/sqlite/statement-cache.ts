import type { Statement } from 'better-sqlite3'
import { BoundedMap } from '../../src/lib/cache/bounded-map.ts'
import type { SqliteConnection } from './connect.ts'
import type { RowShape } from './reader.ts'

const MAX_STATEMENTS = 500
/**
 * The most characters of a statement that is cached: a longer one has many values of its caller, seldom comes again,
 * and takes much memory.
 */
const MAX_TEXT = 10_000

/** A cache of prepared statements by their text, since preparing a statement costs more than running it. */
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
