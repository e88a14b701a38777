import { afterEach, describe, expect, it } from 'vitest'
import { bundledThread } from '../../src/testing/bundled.ts'
import { DataFolder } from '../../src/testing/data-folder.ts'
import {
  CallerLeftError,
  QueryTimeoutError,
  StorageUnavailableError,
  TooManyReadsError,
} from '../errors.ts'
import { ReadPool } from './read-pool.ts'
import { Sqlite } from './binding.ts'

/** A recursion that never ends by itself, and checks its time limit as long reads do. */
const ENDLESS =
  'WITH RECURSIVE n(seq) AS (SELECT 1 UNION ALL SELECT seq + 1 FROM n) SELECT COUNT(*) FROM n WHERE ((seq & 1023) <> 0 OR in_time() = 1)'

/**
 * The time limit of reads in milliseconds: long enough for a thread to start on a busy machine; from sources a start
 * would take a second alone.
 */
const LIMIT_MS = 1_000
const WORKER = bundledThread('read-worker')

const QUICK = 'SELECT x FROM one'

const callerOf = (orgId: string, caller = new AbortController()) => ({
  orgId,
  untilLeft: () => caller.signal,
})

let pool: ReadPool | undefined
let folder: DataFolder | undefined
afterEach(async () => {
  await pool?.close()
  folder?.[Symbol.dispose]()
})

function open(timeoutMs: number, size?: number): ReadPool {
  folder = new DataFolder()
  const { file } = folder
  new Sqlite(file).exec('CREATE TABLE one (x); INSERT INTO one VALUES (1)').close()
  pool = new ReadPool(file, { timeoutMs, worker: WORKER, ...(size !== undefined && { size }) })
  return pool
}

/** Returns the error of each read; all are awaited at once, so that no rejection goes unhandled. */
const reasons = async (reads: Promise<unknown>[]): Promise<unknown[]> =>
  (await Promise.allSettled(reads)).map((one) => (one.status === 'rejected' ? one.reason : 'read'))

describe('ReadPool', () => {
  it('a read is ended at its time limit, and the threads go on', async () => {
    const reads = open(LIMIT_MS)
    const endless = [1, 2, 3].map(() => reads.read(ENDLESS, []))
    expect(await reasons(endless)).toEqual(endless.map(() => expect.any(QueryTimeoutError)))
    expect(await reads.read(QUICK, [])).toEqual([{ x: 1 }])
  })

  it('reads come before a checkpoint, which is refused meanwhile', async () => {
    const reads = open(LIMIT_MS)
    const endless = reasons([reads.read(ENDLESS, [])])
    await expect(reads.checkpointLog()).rejects.toThrow(StorageUnavailableError)
    await endless
    await reads.checkpointLog()
    expect(await reads.read(QUICK, [])).toEqual([{ x: 1 }])
  })

  it('reads do not wait for each other because of a checkpoint', async () => {
    const reads = open(LIMIT_MS)
    await reads.read(QUICK, [])
    const ended: string[] = []
    const note = (what: string) => () => void ended.push(what)
    await Promise.all([
      reads.checkpointLog(),
      reads.read(ENDLESS, []).catch(note('endless')),
      reads.read(QUICK, []).then(note('quick')),
    ])
    expect(ended).toEqual(['quick', 'endless'])
  })

  it('reads are refused beyond fifty that wait of one organization, and not those of others', async () => {
    const reads = open(LIMIT_MS)
    const ask = (orgId: string, sql = QUICK) => reads.read(sql, [], 'objects', callerOf(orgId))
    const busy = [ask('a', ENDLESS), ask('a', ENDLESS), ask('b', ENDLESS)]
    const waiting = Array.from({ length: 50 }, () => ask('a'))
    await expect(ask('a')).rejects.toThrow(TooManyReadsError)
    const others = Array.from({ length: 50 }, () => ask('b'))
    expect(await reasons(busy)).toEqual(busy.map(() => expect.any(QueryTimeoutError)))
    expect(await Promise.all([...waiting, ...others])).toHaveLength(100)
  })

  it('reads are refused beyond five hundred that wait in all, but for the first of an organization', async () => {
    const reads = open(LIMIT_MS, 1)
    const ask = (orgId: string, sql = QUICK) => reads.read(sql, [], 'objects', callerOf(orgId))
    const busy = reasons([ask('x', ENDLESS)])
    const waiting = Array.from({ length: 500 }, (_, i) => ask(`${i % 20}`))
    await expect(ask('1')).rejects.toThrow(StorageUnavailableError)
    const first = ask('another')
    expect(await busy).toEqual([expect.any(QueryTimeoutError)])
    expect(await Promise.all([...waiting, first])).toHaveLength(501)
  })

  it('reads of one organization leave a thread to the others', async () => {
    const reads = open(600_000)
    const ended: string[] = []
    const leaving = new AbortController()
    const ask = (orgId: string, sql: string) =>
      reads.read(sql, [], 'objects', callerOf(orgId, leaving)).then(
        () => ended.push(orgId),
        () => ended.push(orgId),
      )
    const greedy = Array.from({ length: 4 }, () => ask('greedy', ENDLESS))
    await ask('modest', QUICK)
    await ask('modest', QUICK)
    expect(ended).toEqual(['modest', 'modest'])
    leaving.abort()
    await Promise.all(greedy)
  })

  it('organizations take turns where there is one thread', async () => {
    const reads = open(50, 1)
    const ended: string[] = []
    const ask = (name: string) =>
      reads
        .read(ENDLESS, [], 'objects', callerOf(name.slice(0, 1)))
        .catch(() => void ended.push(name))
    await Promise.all(['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map(ask))
    expect(ended).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
  })

  it('reads end when their caller leaves, those that run and those that wait', async () => {
    const reads = open(600_000, 1)
    const caller = new AbortController()
    const leaving = callerOf('a', caller)
    const left = [ENDLESS, ENDLESS, QUICK].map((sql) => reads.read(sql, [], 'objects', leaving))
    const other = reads.read(QUICK, [], 'objects', callerOf('b'))
    caller.abort()
    expect(await reasons(left)).toEqual(left.map(() => expect.any(CallerLeftError)))
    expect(await other).toEqual([{ x: 1 }])
    await expect(reads.read(QUICK, [], 'objects', leaving)).rejects.toThrow(CallerLeftError)
  })
})
