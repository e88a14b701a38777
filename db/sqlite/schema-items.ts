import type { SqliteConnection } from './connect.ts'

/** A part of a schema that a migration adds or drops, with all that tells it from another one of its name. */
export interface SchemaItem {
  kind: 'table' | 'column' | 'index' | 'trigger'
  name: string
  /** Table of a column, an index or a trigger. */
  table: string
  definition: string
}

interface ListedTable {
  name: string
  type: 'table' | 'view' | 'shadow' | 'virtual'
}

/** Tables of Kysely and SQLite are no part of the service's schema. */
const isForeign = (name: string): boolean => /^(?:sqlite_|kysely_)/.test(name)

/**
 * Lists the parts of a schema in the order in which they were made, each by a text that says all of it. Tables are
 * listed by name and column, since their own text depends on how they came about.
 */
export function schemaItems(connection: SqliteConnection): ReadonlyMap<string, SchemaItem> {
  const items = [
    ...tables(connection).flatMap((table) => [table, ...columnsOf(connection, table)]),
    ...indexesAndTriggers(connection),
  ]
  return new Map(items.map((item) => [`${item.kind} ${item.name} ${item.definition}`, item]))
}

function tables(connection: SqliteConnection): SchemaItem[] {
  // @NOTE these are the columns of table_list; the tables behind a virtual table come and go with it.
  const listed = connection.pragma('table_list') as ListedTable[]
  const types = new Map(listed.map(({ name, type }) => [name, type]))
  return connection
    .prepare<[], { name: string; sql: string }>(
      "SELECT name, sql FROM sqlite_master WHERE type = 'table' ORDER BY rowid",
    )
    .all()
    .filter(({ name }) => !isForeign(name) && types.get(name) !== 'shadow')
    .map(({ name, sql }) => ({
      kind: 'table',
      name,
      table: name,
      definition: types.get(name) === 'virtual' ? sql : '',
    }))
}

function columnsOf(connection: SqliteConnection, { table, definition }: SchemaItem): SchemaItem[] {
  if (definition !== '') return []
  return connection
    .prepare<[string], { name: string; definition: string }>(
      `SELECT name, type || ' ' || "notnull" || ' ' || COALESCE(dflt_value, '') || ' ' || pk AS definition
       FROM pragma_table_xinfo(?) ORDER BY cid`,
    )
    .all(table)
    .map((column) => ({
      kind: 'column',
      name: `${table}.${column.name}`,
      table,
      definition: column.definition,
    }))
}

function indexesAndTriggers(connection: SqliteConnection): SchemaItem[] {
  return connection
    .prepare<[], SchemaItem>(
      `SELECT type AS kind, name, tbl_name AS "table", sql AS definition FROM sqlite_master
       WHERE type IN ('index', 'trigger') AND sql IS NOT NULL ORDER BY rowid`,
    )
    .all()
}
