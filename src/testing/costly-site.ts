import { join } from 'node:path'
import { Sqlite } from '../../db/sqlite/binding.ts'
import type { TestApp } from './start-test-app.ts'

/** Adds pages to a site that were seen once, on the same day as its page `/a`. */
export async function addCostlyPages(app: TestApp, siteId: string, count: number): Promise<void> {
  const num = (await app.app.services.database.ingestSites.find(siteId, app.clock.now()))?.num
  const file = new Sqlite(join(app.directory, 'citable.db'))
  file
    .prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :count)
       INSERT INTO page (id, site_num, path, url, first_seen_at, last_seen_at)
       SELECT 'pg_' || :num || '_' || i, :num, '/some/page/' || i, '', 0, 0 FROM n`,
    )
    .run({ count, num })
  file
    .prepare(
      `WITH seen AS MATERIALIZED (SELECT DISTINCT site_dim, day_kind FROM rollup_dim
         WHERE val = (SELECT num FROM page WHERE site_num = :num AND path = '/a') AND site_dim / 16 = :num)
       INSERT INTO rollup_dim SELECT site_dim, day_kind, page.num, 1 FROM seen CROSS JOIN page
       WHERE site_num = :num AND path LIKE '/some/page/%'`,
    )
    .run({ num })
  file.close()
}

/** A thousand patterns that match no name, as one filter or several. */
export const PATTERNS = Array.from({ length: 10 }, (_, i) => ({
  dimension: 'path',
  op: 'contains',
  values: Array.from({ length: 100 }, (_none, j) => `zz${i * 100 + j}`),
}))
