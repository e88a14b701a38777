import { join } from 'node:path'
import { expect, it } from 'vitest'
import { siteWithHistory } from '../../src/testing/site-with-history.ts'
import { TestApp } from '../../src/testing/start-test-app.ts'
import { Sqlite } from './binding.ts'

it('a query that took too long is answered with the name of a cheaper one', async () => {
  await using app = await TestApp.start({ environment: { QUERY_TIMEOUT_MS: '50' } })
  const site = await siteWithHistory(app, [{ at: '2026-11-19T10:00:00Z' }])
  const { database } = app.app.services
  // More events than can be told apart by country and device in fifty milliseconds.
  const numbers =
    'WITH RECURSIVE n(seq) AS (SELECT 1 UNION ALL SELECT seq + 1 FROM n WHERE seq < 400000)'
  const { num } = (await database.ingestSites.find(site.id, app.clock.now()))!
  const file = new Sqlite(join(app.directory, 'citable.db'))
  file.exec(
    `INSERT INTO event (site_num, at, seq, kind, visitor, page_num, engine, referrer, country, device, facet)
     ${numbers} SELECT ${num}, 1794000000000 + seq, seq * 1024, 1, CAST(seq AS BLOB), 0, 0, 0, seq % 200, seq % 4, 0 FROM n`,
  )
  file.close()
  const { status, body } = await site.send({
    metrics: 'visitors',
    dimensions: 'country,device',
    range: '30d',
  })
  expect(status).toBe(422)
  expect(body.error?.fields).toEqual([
    expect.objectContaining({ path: 'range', code: 'too_costly' }),
  ])
  expect(body.error?.message).toContain('come from daily sums')
  expect((await site.ask({ metrics: 'impressions' })).totals).toEqual({ impressions: 1 })
})
