import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrateToLatest } from '../migrate.ts'
import { connectWriter } from '../sqlite/connect.ts'
import { sqliteDialect } from '../sqlite/driver.ts'
import type { Tables } from '../tables/schema.ts'
import { enqueueJobs, JobStore, type NewJob } from './job-store.ts'

const NOW = 1_790_000_000_000

let folder: string
let db: Kysely<Tables>
let store: JobStore
let leases = 0

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'jobs-'))
  db = new Kysely<Tables>({ dialect: sqliteDialect(connectWriter(join(folder, 'jobs.db'))) })
  await migrateToLatest(db, '1.0.0')
  store = new JobStore(db, () => `lease-${++leases}`)
})

afterEach(async () => {
  await db.destroy()
  rmSync(folder, { recursive: true })
})

const add = (job: Partial<NewJob> & { id: string }) =>
  enqueueJobs(db, [{ queue: 'q', payload: '{}', runAt: NOW, ...job }], NOW)

const claim = (nowMs = NOW, limit = 10) => store.claim('q', { limit, leaseMs: 1_000, nowMs })

const ids = (jobs: readonly { id: string }[]) => jobs.map(({ id }) => id)

describe('JobStore.claim', () => {
  it('a claim takes the jobs that are due, oldest first, each once', async () => {
    await add({ id: 'late', runAt: NOW + 1 })
    await add({ id: 'b', runAt: NOW - 1 })
    await add({ id: 'a', runAt: NOW - 2 })
    await add({ id: 'other', queue: 'r' })
    expect(ids(await claim(NOW, 1))).toEqual(['a'])
    expect(ids(await claim())).toEqual(['b'])
    expect(await claim()).toEqual([])
    expect(await store.nextRunAt('q')).toBe(NOW + 1)
  })

  it('a job is claimed again once its lease is over, and its claims are counted', async () => {
    await add({ id: 'a' })
    expect(await claim()).toMatchObject([{ id: 'a', claims: 1, attempts: 0 }])
    expect(await claim(NOW + 999)).toEqual([])
    expect(await claim(NOW + 1_000)).toMatchObject([{ id: 'a', claims: 2, attempts: 0 }])
  })

  it('a claim needs no lock while nothing is due, as another process may hold it for long', async () => {
    await add({ id: 'later', runAt: NOW + 1 })
    const other = connectWriter(join(folder, 'jobs.db'))
    other.exec('BEGIN IMMEDIATE')
    expect(await claim()).toEqual([])
    await expect(claim(NOW + 1)).rejects.toThrow('SQLITE_BUSY')
    other.close()
  })

  it('jobs that a process left are claimed at once by the next one', async () => {
    await add({ id: 'a' })
    await claim()
    await store.releaseServers(NOW)
    expect(ids(await claim())).toEqual(['a'])
  })
})

describe('JobStore.claim of groups', () => {
  const claimed = async (limit = 10, nowMs = NOW, except: string[] = []) =>
    ids(await store.claim('q', { limit, leaseMs: 1_000, nowMs, except, mostOfGroup: 2 })).toSorted()

  beforeEach(async () => {
    for (const id of ['a1', 'a2', 'a3', 'a4']) await add({ id, groupKey: 'a' })
    await add({ id: 'b1', groupKey: 'b' })
    await add({ id: 'x1' })
    await add({ id: 'x2' })
    await add({ id: 'x3' })
  })

  it('takes so many of a group at a time, and jobs of others and of none beside them', async () => {
    await add({ id: 'r1', queue: 'r', groupKey: 'b' })
    expect(await claimed(1)).toEqual(['a1'])
    expect(await claimed()).toEqual(['a2', 'b1', 'x1', 'x2', 'x3'])
    expect(await claimed()).toEqual([])
  })

  it('takes the next of a group once one of it has ended, or waits to be tried again', async () => {
    const [first, second] = await store.claim('q', { limit: 2, leaseMs: 1_000, nowMs: NOW })
    await store.complete(first!)
    expect(await claimed()).toEqual(['a3', 'b1', 'x1', 'x2', 'x3'])
    await store.retry(second!, NOW + 500, 'no')
    expect(await claimed()).toEqual(['a4'])
  })

  it('counts what runs here though its lease seems over, and not what a dead process left', async () => {
    await claimed(2)
    expect(await claimed(10, NOW + 1_000, ['a1'])).toEqual(['a3', 'b1', 'x1', 'x2', 'x3'])
  })
})

describe('Lease', () => {
  it('a lost lease ends no job', async () => {
    await add({ id: 'a' })
    const [first] = await claim()
    const [second] = await claim(NOW + 1_000)
    expect(await store.complete(first!)).toBe(false)
    expect(await store.retry(first!, NOW, 'late')).toBe(false)
    expect(await store.bury(first!, 'late')).toBe(false)
    expect(await store.extend(first!, NOW + 9_000)).toBe(false)
    expect(await store.release(first!, NOW)).toBe(false)
    expect(await store.complete(second!)).toBe(true)
    expect(await store.nextRunAt('q')).toBeUndefined()
  })

  it('a lease that is extended is kept', async () => {
    await add({ id: 'a' })
    const [job] = await claim()
    expect(await store.extend(job!, NOW + 5_000)).toBe(true)
    expect(await claim(NOW + 4_999)).toEqual([])
    expect(ids(await claim(NOW + 5_000))).toEqual(['a'])
  })
})

describe('JobStore', () => {
  it('a job that failed is put back for later', async () => {
    await add({ id: 'a' })
    const [job] = await claim()
    expect(await store.retry(job!, NOW + 500, 'no')).toBe(true)
    expect(await claim(NOW + 499)).toEqual([])
    expect(await claim(NOW + 500)).toMatchObject([{ id: 'a', attempts: 1, claims: 1 }])
  })

  it('a job that was given back counts no claim', async () => {
    await add({ id: 'a' })
    const [job] = await claim()
    expect(await store.release(job!, NOW)).toBe(true)
    expect(await claim()).toMatchObject([{ attempts: 0, claims: 1 }])
  })

  it('a job that cannot succeed is set aside, and the same can be asked for again', async () => {
    await add({ id: 'a', dedupeKey: 'x' })
    const [job] = await claim()
    expect(await store.bury(job!, 'never')).toBe(true)
    expect(await claim(NOW + 10_000)).toEqual([])
    await add({ id: 'b', dedupeKey: 'x' })
    expect(ids(await claim())).toEqual(['b'])
  })

  it('a job ends in the transaction of its result, or not at all', async () => {
    await add({ id: 'a' })
    const [job] = await claim()
    const broken = db.transaction().execute(async (trx) => {
      expect(await store.complete(job!, trx)).toBe(true)
      throw new Error('after')
    })
    await expect(broken).rejects.toThrow('after')
    expect(ids(await claim(NOW + 1_000))).toEqual(['a'])
  })
})

it('a job is added once for each key of a queue', async () => {
  await add({ id: 'a', dedupeKey: 'x' })
  await add({ id: 'b', dedupeKey: 'x' })
  await add({ id: 'c', dedupeKey: 'x', queue: 'r' })
  await add({ id: 'd' })
  await add({ id: 'e' })
  expect(ids(await claim())).toEqual(['a', 'd', 'e'])
})
