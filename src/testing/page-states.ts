import { inspectData } from './stored-events.ts'

/** Reads the state of every page that a scan has met, by path. */
export const pageStates = (directory: string): Record<string, string> =>
  inspectData(directory, (db) =>
    Object.fromEntries(
      db
        .prepare<[], { path: string; state: string }>(
          'SELECT path, state FROM page JOIN page_record ON page_num = page.num ORDER BY path',
        )
        .all()
        .map(({ path, state }) => [path, state]),
    ),
  )
