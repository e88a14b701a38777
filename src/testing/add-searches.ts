import { join } from 'node:path'
import { connectWriter } from '../../db/sqlite/connect.ts'
import type { TestApp } from './start-test-app.ts'

/** Stores answers of engines for a site, by the searches that each was made with, as a run does. */
export function addSearches(
  { app, clock, directory }: TestApp,
  siteId: string,
  answers: readonly (readonly string[])[],
): void {
  const { context } = app.services
  const writer = connectWriter(join(directory, 'citable.db'))
  try {
    const insert = writer.prepare(
      `INSERT INTO citation_answer (site_num, at, check_num, body)
       SELECT num, ?, (SELECT COALESCE(MAX(check_num), 0) + 1 FROM citation_answer), ? FROM site WHERE id = ?`,
    )
    for (const searchQueries of answers) {
      const body = JSON.stringify({ text: context.newId('chk'), searchQueries, brands: [] })
      insert.run(clock.now(), body, siteId)
    }
  } finally {
    writer.close()
  }
}
