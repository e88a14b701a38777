import { sql, type RawBuilder } from 'kysely'

type Sql = RawBuilder<unknown>

/** Holds where a text begins with another one. LIKE would ignore case on SQLite and respect it on PostgreSQL. */
export const beginsWith = (text: Sql, start: string): RawBuilder<boolean> =>
  sql<boolean>`substr(${text}, 1, ${Array.from(start).length}) = ${start}`

/** Holds where a text ends with `end`, which is ASCII. */
export const endsWith = (text: Sql, end: string): RawBuilder<boolean> =>
  sql<boolean>`substr(${text}, length(${text}) - ${end.length - 1}) = ${end}`

/**
 * Holds where a path equals `asked`, in which `*` stands for any characters. What stands before the first `*` is compared
 * as it is, what follows it without regard to the case of ASCII letters.
 */
export function matchesPathPattern(path: Sql, asked: string): RawBuilder<boolean> {
  const [head = '', ...rest] = asked.split(/\*+/)
  if (rest.length === 0) return sql<boolean>`${path} = ${asked}`
  if (rest.length === 1 && rest[0] === '') return beginsWith(path, head)
  const pattern = [head, ...rest].map(escapeLike).join('%')
  return sql<boolean>`(${beginsWith(path, head)} AND LOWER(${path}) LIKE LOWER(${pattern}) ESCAPE '\\')`
}

/** Escapes what LIKE would read as a pattern; the statement says ESCAPE '\\'. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)
