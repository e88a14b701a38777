import { sql, type RawBuilder } from 'kysely'

type Sql = RawBuilder<unknown>

/** Whether a text begins with another one. LIKE would ignore the case of letters on one engine, and tell it on the other. */
export const beginsWith = (text: Sql, start: string): RawBuilder<boolean> =>
  sql<boolean>`substr(${text}, 1, ${Array.from(start).length}) = ${start}`

/** Whether a path is the one that is asked for, or begins with what stands before a `*` at its end. */
export const matchesPathOrPrefix = (path: Sql, asked: string): RawBuilder<boolean> =>
  asked.endsWith('*') ? beginsWith(path, asked.slice(0, -1)) : sql<boolean>`${path} = ${asked}`
