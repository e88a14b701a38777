import { Kysely } from 'kysely'
import { expect, it } from 'vitest'
import { siteWithHistory } from '../src/testing/site-with-history.ts'
import { TestApp } from '../src/testing/start-test-app.ts'
import type { FactQuery } from './facts/fact-query.ts'
import { SiteDb } from './site-db.ts'
import { connectReader } from './sqlite/connect.ts'
import { readDialect, toReadRows, type RunRead } from './sqlite/reader.ts'
import type { Tables } from './tables/schema.ts'
import type { SiteRow } from './site-row.ts'

const YEAR: FactQuery = {
  measures: ['impressions', 'ai_clicks', 'visitors', 'sessions'],
  dimensions: [],
  grain: null,
  days: { from: 20_000, to: 20_366 },
  instants: { fromMs: 0, toMs: 1 },
  segments: () => [],
  monthStarts: [],
  filters: [],
  having: [],
  shares: [],
  operators: {},
  minAskers: 1,
  namingRanges: () => [],
  order: { by: 'time', direction: 'asc' },
  limit: 1,
  after: null,
}

it('a call reads no more on the event loop than fits, however many queries it makes', async () => {
  await using app = await TestApp.start()
  const { id } = await siteWithHistory(app)
  const connection = connectReader(app.app.services.database.file)
  const places: string[] = []
  const noting =
    (place: string): RunRead =>
    async (sql, parameters) => {
      places.push(place)
      return connection.prepare(sql).raw().all(parameters)
    }
  const db = new Kysely<Tables>({ dialect: readDialect(noting('loop')) })
  const [near, far] = [toReadRows(noting('loop')), toReadRows(noting('thread'))]
  const readPage = () => Promise.reject(new Error('Nothing is exported'))
  const rows = { readRows: near, scanRows: far, readPage }
  const nobody = () => undefined
  const tell = { wakeQueue: nobody, tellEmitted: nobody }
  const handles = { read: db, scan: db, write: db, ...rows, ...tell }
  // @NOTE the columns are those of the type.
  const row = connection.prepare('SELECT * FROM site WHERE id = ?').get(id) as SiteRow
  const first = new SiteDb(handles, row)
  for (let i = 0; i < 20; i++) await first.facts(YEAR)
  const fitting = places.indexOf('thread')
  expect(fitting).toBeGreaterThan(5)
  expect(places.slice(fitting)).toEqual(Array.from({ length: 20 - fitting }, () => 'thread'))
  await new SiteDb(handles, row).facts(YEAR)
  expect(places.at(-1)).toBe('loop')
  connection.close()
})
