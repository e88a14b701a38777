import type { Statement } from 'better-sqlite3'
import type { SqliteConnection } from './connect.ts'
import type { RowForm } from './reader.ts'

const MAX_STATEMENTS = 500
/** A longer text has many values that a caller chose, comes again seldom, and takes much memory when it is prepared. */
const MAX_TEXT = 10_000

/** Prepared statements by their text, the least recently made one dropped first; preparing costs more than running. */
export class StatementCache {
  readonly #raw: SqliteConnection
  readonly #byForm = { objects: new Map<string, Statement>(), arrays: new Map<string, Statement>() }

  constructor(raw: SqliteConnection) {
    this.#raw = raw
  }

  get(text: string, form: RowForm = 'objects'): Statement {
    const byText = this.#byForm[form]
    const known = byText.get(text)
    if (known) return known
    const statement = this.#raw.prepare(text)
    if (form === 'arrays') statement.raw()
    if (text.length > MAX_TEXT) return statement
    if (byText.size >= MAX_STATEMENTS) {
      const oldest = byText.keys().next()
      if (!oldest.done) byText.delete(oldest.value)
    }
    byText.set(text, statement)
    return statement
  }
}
