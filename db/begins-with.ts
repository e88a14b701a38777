import { sql, type RawBuilder } from 'kysely'

type Sql = RawBuilder<unknown>

/**
 * Returns a condition that holds where a text begins with `start`, in the same case. LIKE would ignore case on SQLite
 * and respect it on PostgreSQL.
 */
export const beginsWith = (text: Sql, start: string): RawBuilder<boolean> =>
  sql<boolean>`substr(${text}, 1, ${Array.from(start).length}) = ${start}`

/** Returns a condition that holds where a text ends with `end`, which is ASCII. */
export const endsWith = (text: Sql, end: string): RawBuilder<boolean> =>
  sql<boolean>`substr(${text}, length(${text}) - ${end.length - 1}) = ${end}`

/**
 * Returns a condition that holds where a path matches `asked`, in which `*` stands for any characters. The part before
 * the first `*` must have the same case; behind it, the case of ASCII letters does not count.
 */
export function matchesPathPattern(path: Sql, asked: string): RawBuilder<boolean> {
  const [head = '', ...rest] = asked.split(/\*+/)
  if (rest.length === 0) return sql<boolean>`${path} = ${asked}`
  if (rest.length === 1 && rest[0] === '') return beginsWith(path, head)
  const pattern = [head, ...rest].map(escapeLike).join('%')
  return sql<boolean>`(${beginsWith(path, head)} AND LOWER(${path}) LIKE LOWER(${pattern}) ESCAPE '\\')`
}

/** Escapes the characters of a text that LIKE would read as a pattern; the statement has to say ESCAPE '\\'. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)
