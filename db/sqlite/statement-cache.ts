import type { Statement } from 'better-sqlite3'
import type { SqliteConnection } from './connect.ts'

const MAX_STATEMENTS = 500

/** Prepared statements by their text, the least recently made one dropped first; preparing costs more than running. */
export class StatementCache {
  readonly #raw: SqliteConnection
  readonly #byText = new Map<string, Statement>()

  constructor(raw: SqliteConnection) {
    this.#raw = raw
  }

  get(text: string): Statement {
    const known = this.#byText.get(text)
    if (known) return known
    const statement = this.#raw.prepare(text)
    if (this.#byText.size >= MAX_STATEMENTS) {
      const oldest = this.#byText.keys().next()
      if (!oldest.done) this.#byText.delete(oldest.value)
    }
    this.#byText.set(text, statement)
    return statement
  }
}
