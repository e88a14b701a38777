import { expect, it } from 'vitest'
import { DataFolder } from '../../src/testing/data-folder.ts'
import { TestApp } from '../../src/testing/start-test-app.ts'
import type { SqliteConnection } from '../sqlite/connect.ts'
import { insertRows, insertSite, makeOldData } from './testing/old-data.ts'

const AT = Date.parse('2026-11-18T10:00:00Z')
/** Days on which a page was shown and asked about; each has its own number of events, and no answer reaches back to the first. */
const DAYS = ['1969-12-31', '1970-01-01', '1999-12-31', '2022-05-24', '2026-11-18', '2026-11-19']

/** Two sites with sums of days whose events are gone, in the keys of `0043-page-addresses`. */
function insertSums(connection: SqliteConnection): void {
  for (const num of [1, 2]) {
    const url = `https://old${num}.example/`
    insertSite(connection, { num, org: `org_${num}`, id: `site_${num}`, url, at: AT })
    const seen = { first_seen_at: AT, last_seen_at: AT }
    const page = { num, id: `pg_${num}`, site_num: num, path: '/a', url: `${url}a`, ...seen }
    insertRows(connection, 'page', [page])
    for (const [i, date] of DAYS.entries()) {
      const day = Date.parse(date) / 86_400_000
      const [shown, asked] = [num * 100 + i, i + 1]
      insertRows(
        connection,
        'rollup_day',
        [
          { kind: 1, events: shown },
          { kind: 4, events: asked },
        ].map((row) => ({ site_num: num, day, visitors: 1, ...row })),
      )
      insertRows(
        connection,
        'rollup_dim',
        [
          { kind: 1, dim: 1, val: num, events: shown },
          { kind: 4, dim: 1, val: num, events: asked },
          { kind: 1, dim: 5, val: 0, events: shown },
        ].map(({ kind, dim, ...row }) => ({
          site_dim: num * 16 + dim,
          day_kind: day * 32 + kind,
          ...row,
        })),
      )
    }
  }
  connection.exec(`UPDATE site SET rollup_version = 2, raw_from = ${AT + 2 * 86_400_000}`)
}

it('sums of each day stay when the keys of rollups become shorter', async () => {
  using folder = DataFolder.inMemory()
  await makeOldData(folder.file, '0043-page-addresses', insertSums)
  await using app = await TestApp.start({ directory: folder.path, startAt: '2026-11-20T12:00:00Z' })
  await app.app.services.maintenance.onIdle()
  for (const num of [1, 2]) {
    const token = await app.key({ id: `org_${num}`, userId: `usr_${num}` })
    const get = async (path: string) => {
      const { status, body } = await app.api('GET', path, { token })
      expect([status, body.error]).toEqual([200, null])
      return body.data
    }
    for (const [i, date] of [...DAYS.entries()].slice(1)) {
      const metrics = 'metrics=impressions,questions'
      const at = `/analytics/site_${num}/ai?from=${date}&to=${date}`
      expect(await get(`${at}&dimensions=path&${metrics}`)).toMatchObject({
        rows: [['/a', num * 100 + i, i + 1]],
      })
      expect(await get(`${at}&dimensions=device&metrics=impressions`)).toMatchObject({
        rows: [['(none)', num * 100 + i]],
      })
    }
    expect(await get(`/pages/site_${num}`)).toMatchObject([{ path: '/a', questions28d: 5 + 6 }])
  }
})
