import { sql, type RawBuilder } from 'kysely'

type Sql = RawBuilder<unknown>

/** Holds where a text begins with another one. LIKE would ignore case on SQLite and respect it on PostgreSQL. */
export const beginsWith = (text: Sql, start: string): RawBuilder<boolean> =>
  sql<boolean>`substr(${text}, 1, ${Array.from(start).length}) = ${start}`

/** Holds where a path equals `asked`, or begins with it where `asked` ends in `*`. */
export const matchesPathOrPrefix = (path: Sql, asked: string): RawBuilder<boolean> =>
  asked.endsWith('*') ? beginsWith(path, asked.slice(0, -1)) : sql<boolean>`${path} = ${asked}`
