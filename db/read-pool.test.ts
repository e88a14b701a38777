import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { DataFolder } from '../src/testing/data-folder.ts'
import { siteWithHistory } from '../src/testing/site-with-history.ts'
import { TestApp } from '../src/testing/start-test-app.ts'
import { QueryTimeoutError, StorageUnavailableError } from './errors.ts'
import { ReadPool } from './read-pool.ts'
import { Sqlite } from './sqlite/binding.ts'

/** A recursion that never ends by itself, and asks for the time as scans do. */
const ENDLESS =
  'WITH RECURSIVE n(seq) AS (SELECT 1 UNION ALL SELECT seq + 1 FROM n) SELECT COUNT(*) FROM n WHERE ((seq & 1023) <> 0 OR in_time() = 1)'

let pool: ReadPool | undefined
let folder: DataFolder | undefined
afterEach(async () => {
  await pool?.close()
  folder?.[Symbol.dispose]()
})

function open(timeoutMs: number): ReadPool {
  folder = new DataFolder()
  const { file } = folder
  new Sqlite(file).exec('CREATE TABLE one (x); INSERT INTO one VALUES (1)').close()
  pool = new ReadPool(file, { timeoutMs })
  return pool
}

/** Why each of them was refused; all are heard at once, so that none goes unheard. */
const reasons = async (reads: Promise<unknown>[]): Promise<unknown[]> =>
  (await Promise.allSettled(reads)).map((one) => (one.status === 'rejected' ? one.reason : 'read'))

describe('reads of single events', () => {
  it('are ended at their time limit, and the threads go on', async () => {
    const reads = open(100)
    const endless = [1, 2, 3].map(() => reads.read(ENDLESS, []))
    expect(await reasons(endless)).toEqual(endless.map(() => expect.any(QueryTimeoutError)))
    expect(await reads.read('SELECT x FROM one', [])).toEqual([{ x: 1 }])
  })

  it('come before the upkeep of the file, which is refused meanwhile', async () => {
    const reads = open(100)
    const endless = reasons([reads.read(ENDLESS, [])])
    await expect(reads.copyLogBack()).rejects.toThrow(StorageUnavailableError)
    await endless
    await reads.copyLogBack()
    expect(await reads.read('SELECT x FROM one', [])).toEqual([{ x: 1 }])
  })

  it('do not wait for each other because of upkeep', async () => {
    const reads = open(300)
    await reads.read('SELECT x FROM one', [])
    const ended: string[] = []
    const note = (what: string) => () => void ended.push(what)
    await Promise.all([
      reads.copyLogBack(),
      reads.read(ENDLESS, []).catch(note('endless')),
      reads.read('SELECT x FROM one', []).then(note('quick')),
    ])
    expect(ended).toEqual(['quick', 'endless'])
  })

  it('are refused when too many wait', async () => {
    const reads = open(200)
    const busy = [reads.read(ENDLESS, []), reads.read(ENDLESS, [])]
    const waiting = Array.from({ length: 200 }, () => reads.read('SELECT x FROM one', []))
    await expect(reads.read('SELECT x FROM one', [])).rejects.toThrow(StorageUnavailableError)
    expect(await reasons(busy)).toEqual(busy.map(() => expect.any(QueryTimeoutError)))
    expect(await Promise.all(waiting)).toHaveLength(200)
  })
})

it('names a cheaper query', async () => {
  await using app = await TestApp.start({ environment: { QUERY_TIMEOUT_MS: '50' } })
  const site = await siteWithHistory(app, [{ at: '2026-11-19T10:00:00Z' }])
  const { database } = app.app.services
  // More events than can be told apart by country and device in fifty milliseconds.
  const numbers =
    'WITH RECURSIVE n(seq) AS (SELECT 1 UNION ALL SELECT seq + 1 FROM n WHERE seq < 400000)'
  const { num } = database.ingestSites.find(site.id, app.clock.now())!
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
