import { inspectOrg } from './org-rows.ts'

/** Reads the state of every page of an organization that a scan has met, by path. */
export const pageStates = (directory: string, orgId: string): Record<string, string> =>
  inspectOrg(directory, orgId, (db) =>
    Object.fromEntries(
      db
        .prepare<[], { path: string; state: string }>(
          'SELECT path, state FROM page JOIN page_record ON page_num = page.num ORDER BY path',
        )
        .all()
        .map(({ path, state }) => [path, state]),
    ),
  )
