import { sql, type RawBuilder } from 'kysely'
import { form } from './form.ts'
import { NamedParameter } from './prepared-statement.ts'

/**
 * The forms: everything in statements that SQLite and PostgreSQL do not spell alike, with one function for each and
 * both spellings side by side. Both engines take the same text for all other SQL.
 */

type Sql = RawBuilder<unknown>

/** The type of a column of listed rows: whole numbers, texts, or bytes that are given as hexadecimal text. */
export type ListedColumn = 'integer' | 'text' | 'hex'

/** The values of a listed row, in the order of its columns. */
export type ListedRow = readonly (string | number | null)[]

const POSTGRES_ARRAYS = { integer: 'bigint[]', text: 'text[]', hex: 'text[]' } as const

/**
 * Returns a table `name` for a FROM, made of rows that the caller lists. It takes one parameter or a few, however many
 * rows, so the text of a statement is always the same. `rows` may also be a JSON text, or the name of one that is bound
 * later.
 */
export function valueRows(
  name: string,
  columns: Readonly<Record<string, ListedColumn>>,
  rows: readonly ListedRow[] | string | NamedParameter,
): Sql {
  const kinds = Object.entries(columns)
  return form({
    sqlite: () => {
      const cells = kinds.map(([column, kind], place) => {
        const cell = sql`value ->> ${sql.lit(place)}`
        return sql`${kind === 'hex' ? sql`unhex(${cell})` : cell} AS ${sql.ref(column)}`
      })
      const json = isText(rows) ? rows : JSON.stringify(rows)
      // A row that is JSON text would be parsed for each of its cells.
      return sql`(SELECT ${sql.join(cells)} FROM jsonb_each(${json})) AS ${sql.ref(name)}`
    },
    postgres: () => {
      if (rows instanceof NamedParameter) return namedValueRows(name, kinds, rows)
      // @NOTE JSON of rows, as the caller says.
      const listed = typeof rows === 'string' ? (JSON.parse(rows) as ListedRow[]) : rows
      const arrays = kinds.map(
        ([, kind], place) =>
          sql`${listed.map((row) => row[place] ?? null)}::${sql.raw(POSTGRES_ARRAYS[kind])}`,
      )
      const cells = kinds.map(([column, kind]) => {
        const cell = sql.ref(column)
        return kind === 'hex' ? sql`decode(${cell}, 'hex') AS ${cell}` : cell
      })
      const names = sql.join(kinds.map(([column]) => sql.ref(column)))
      return sql`(SELECT ${sql.join(cells)} FROM unnest(${sql.join(arrays)}) AS listed (${names})) AS ${sql.ref(name)}`
    },
  })
}

const isText = (
  rows: readonly ListedRow[] | string | NamedParameter,
): rows is string | NamedParameter => typeof rows === 'string' || rows instanceof NamedParameter

/** Returns a table made of rows in a parameter that is bound later; on PostgreSQL, too, it is one JSON text. */
function namedValueRows(
  name: string,
  kinds: readonly (readonly [string, ListedColumn])[],
  rows: NamedParameter,
): Sql {
  const cells = kinds.map(([column, kind], place) => {
    const cell = sql`(value ->> ${sql.lit(place)})`
    const read = { integer: sql`${cell}::bigint`, text: cell, hex: sql`decode(${cell}, 'hex')` }
    return sql`${read[kind]} AS ${sql.ref(column)}`
  })
  return sql`(SELECT ${sql.join(cells)} FROM jsonb_array_elements(${rows}::jsonb) AS listed (value)) AS ${sql.ref(name)}`
}

/** Returns the right side of `IN` for a list of whole numbers, with one parameter for any number of them. */
export const numberList = (nums: readonly number[]): Sql =>
  form({
    sqlite: () => sql`(SELECT value FROM json_each(${JSON.stringify(nums)}))`,
    postgres: () => sql`(SELECT unnest(${nums}::bigint[]))`,
  })

/**
 * Returns SQL for the text of one key in a column of JSON objects, whose type the caller names; null where the object
 * lacks the key.
 */
export const jsonText = <T>(
  json: RawBuilder<T>,
  key: keyof T & string,
): RawBuilder<string | null> =>
  form({
    sqlite: () => sql`(${json} ->> ${sql.lit(key)})`,
    postgres: () => sql`(${json}::jsonb ->> ${sql.lit(key)})`,
  })

/** Returns SQL for the whole number of one key in a column of JSON objects; null where the object lacks the key. */
export const jsonNumber = <T>(
  json: RawBuilder<T>,
  key: keyof T & string,
): RawBuilder<number | null> =>
  form({
    sqlite: () => sql`(${json} ->> ${sql.lit(key)})`,
    postgres: () => sql`(${json}::jsonb ->> ${sql.lit(key)})::bigint`,
  })

/** Returns a condition that holds where a JSON list contains a text; a list that is null contains none. */
export const jsonListHas = (list: Sql, text: string): RawBuilder<boolean> =>
  form({
    sqlite: () => sql`EXISTS (SELECT 1 FROM json_each(${list}) WHERE value = ${text})`,
    postgres: () => sql`COALESCE(jsonb_exists(${list}::jsonb, ${text}), false)`,
  })

/** Returns SQL for bytes as hexadecimal text in lower case; for no bytes it is null or an empty text. */
export const hexOf = (bytes: Sql): RawBuilder<string | null> =>
  form({
    sqlite: () => sql`lower(hex(${bytes}))`,
    postgres: () => sql`encode(${bytes}, 'hex')`,
  })

/**
 * A condition that holds while a read may go on, and otherwise ends it by an error: JavaScript has no other way to stop
 * SQLite. PostgreSQL ends a statement by its own time limit.
 */
export const withinTimeLimit: RawBuilder<boolean> = form({
  sqlite: () => sql`in_time() = 1`,
  postgres: () => sql`true`,
})

/**
 * Returns a column in a form for which SQLite uses no index, where another condition finds fewer rows and the planner
 * does not see that.
 */
export const withoutIndex = (column: string): Sql =>
  form({
    sqlite: () => sql`+${sql.ref(column)}`,
    postgres: () => sql.ref(column),
  })

/**
 * SQL to be put behind a LIMIT, which skips rows that another process is taking; empty for SQLite, which lets in one
 * writer at a time.
 */
export const skipLocked: Sql = form({
  sqlite: () => sql``,
  postgres: () => sql`FOR UPDATE SKIP LOCKED`,
})
