import type { SqliteConnection } from '../../db/sqlite/connect.ts'
import { inspectData } from './stored-events.ts'

/**
 * The conditions that find an organization's rows, by the column that they need; the first column that a table has
 * counts.
 */
const OWNERS: readonly (readonly [column: string, condition: string])[] = [
  ['org_id', 'org_id = {org}'],
  ['site_num', 'site_num IN {sites}'],
  ['scan_num', 'scan_num IN (SELECT num FROM main.scan WHERE org_id = {org})'],
  ['site_dim', 'site_dim / 16 IN {sites}'],
]

/** Tables in which sites share rows, and those whose rows say in another way whose they are. */
const OTHERWISE: Readonly<Record<string, string | undefined>> = {
  term: undefined,
  facet: undefined,
  organization: 'id = {org}',
  job: "payload ->> '$.orgId' = {org}",
}

/**
 * Opens the data of a service for one look in which tables have only the rows of one organization. The rows of a site
 * that was deleted belong to no organization.
 */
export function inspectOrg<T>(
  directory: string,
  orgId: string,
  at: (connection: SqliteConnection) => T,
): T {
  return inspectData(directory, (connection) => {
    connection.pragma('query_only = OFF') // of the connection alone, whose file was opened for reading
    for (const table of tablesOf(connection)) {
      const condition = conditionOf(connection, table)
      if (condition === undefined) continue
      const own = condition
        .replaceAll('{sites}', '(SELECT num FROM main.site WHERE org_id = {org})')
        .replaceAll('{org}', `'${orgId}'`)
      connection.exec(`CREATE TEMP VIEW "${table}" AS SELECT * FROM main."${table}" WHERE ${own}`)
    }
    return at(connection)
  })
}

/** Counts the rows of an organization in a table; a condition may follow the table's name. */
export const countOrgRows = (directory: string, orgId: string, table: string): number =>
  inspectOrg(directory, orgId, (db) =>
    Number(db.prepare<[], number>(`SELECT COUNT(*) FROM ${table}`).pluck().get()),
  )

const tablesOf = (connection: SqliteConnection): string[] =>
  connection
    .prepare<[], string>(
      "SELECT name FROM main.sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL %'",
    )
    .pluck()
    .all()

function conditionOf(connection: SqliteConnection, table: string): string | undefined {
  if (table in OTHERWISE) return OTHERWISE[table]
  const columns = connection
    .prepare<[string], string>('SELECT name FROM pragma_table_info(?)')
    .pluck()
    .all(table)
  return OWNERS.find(([column]) => columns.includes(column))?.[1]
}
