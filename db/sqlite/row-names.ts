import { FACET_COLUMNS, type Cell, type RowNames } from '../export/row-form.ts'
import type { SqliteConnection } from './connect.ts'

/** What the numbers in exported rows stand for, looked up one by one. */
export function rowNames(connection: SqliteConnection): RowNames {
  const page = connection.prepare<[number], string>('SELECT path FROM page WHERE num = ?').pluck()
  const term = connection.prepare<[number], string>('SELECT value FROM term WHERE num = ?').pluck()
  const facet = connection
    .prepare<[number], Cell[]>(`SELECT ${FACET_COLUMNS.join(', ')} FROM facet WHERE num = ?`)
    .raw()
  return {
    path: (num) => page.get(num) ?? null,
    term: (num) => term.get(num) ?? null,
    facet: (num) => facet.get(num) ?? FACET_COLUMNS.map(() => null),
  }
}
