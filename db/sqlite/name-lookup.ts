import { FACET_COLUMNS, type ExportCell, type NameLookup } from '../export/export-format.ts'
import type { SqliteConnection } from './connect.ts'

/** Looks up, one by one, the texts that the numbers in exported rows stand for. */
export function sqliteNameLookup(connection: SqliteConnection): NameLookup {
  const page = connection.prepare<[number], string>('SELECT path FROM page WHERE num = ?').pluck()
  const term = connection.prepare<[number], string>('SELECT value FROM term WHERE num = ?').pluck()
  const facet = connection
    .prepare<[number], ExportCell[]>(`SELECT ${FACET_COLUMNS.join(', ')} FROM facet WHERE num = ?`)
    .raw()
  return {
    path: (num) => page.get(num) ?? null,
    term: (num) => term.get(num) ?? null,
    facet: (num) => facet.get(num) ?? FACET_COLUMNS.map(() => null),
  }
}
