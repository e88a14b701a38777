import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { CitationTrial } from '../../../testing/citation-trial.ts'

const TABLES = [
  'citation_run',
  'citation_check',
  'citation_source',
  'citation_answer',
  'citation_query',
]

let trial: CitationTrial

beforeAll(async () => {
  trial = await CitationTrial.start()
})

beforeEach(async () => {
  await trial.begin('free')
  await trial.addQueries(2)
  await trial.run()
})

afterAll(() => trial[Symbol.asyncDispose]())

const counts = () => TABLES.map((table) => trial.count(table))

async function maintain(): Promise<void> {
  const { maintenance } = trial.app.app.services
  maintenance.hourly()
  await maintenance.onIdle()
}

it('keeps words of answers as long as single events, and then their hashes', async () => {
  await maintain()
  expect(counts()).toEqual([1, 2, 2, 2, 2])
  trial.app.clock.advance({ days: 32 })
  await maintain()
  expect(counts()).toEqual([1, 2, 2, 0, 2])
  expect(trial.rows('SELECT DISTINCT length(answer_hash) FROM citation_check')).toEqual([[64]])
  trial.app.clock.advance({ days: 14 * 31 })
  await maintain()
  expect(counts()).toEqual([0, 0, 0, 0, 2])
})

it('leaves nothing of a deleted site', async () => {
  const { siteId, session: token } = trial
  const [num] = trial.rows('SELECT num FROM site').flat()
  const left = (table: string) =>
    trial.everywhere(`SELECT COUNT(*) FROM ${table} WHERE site_num = ${String(num)}`)
  expect(TABLES.map(left)).toEqual([1, 2, 2, 2, 2])
  expect((await trial.app.api('DELETE', `/sites/${siteId}`, { token })).status).toBe(200)
  await trial.app.app.services.maintenance.onIdle()
  expect(TABLES.map(left)).toEqual([0, 0, 0, 0, 0])
})
