import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPermitStore } from './permit-store.ts'

const NOW = 1_790_000_000_000

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'permit-store-'))
  file = join(folder, 'permits.db')
})

afterEach(() => {
  rmSync(folder, { recursive: true })
})

describe('openPermitStore', () => {
  it('returns blocks that end at or after the given time, oldest first', () => {
    const store = openPermitStore(':memory:')
    store.reserve('b', NOW + 5_000, 6)
    store.reserve('a', NOW, 5)
    store.reserve('a', NOW - 1, 4)
    expect(store.recent(NOW)).toEqual([
      { bucket: 'a', usableUntilMs: NOW, permits: 5 },
      { bucket: 'b', usableUntilMs: NOW + 5_000, permits: 6 },
    ])
    store.close()
  })

  it('keeps two blocks of one bucket with the same end', () => {
    const store = openPermitStore(':memory:')
    store.reserve('a', NOW, 5)
    store.reserve('a', NOW, 5)
    expect(store.recent(0)).toHaveLength(2)
    store.close()
  })

  it('writes what may wait at the end of the turn, before anything that comes later', async () => {
    const store = openPermitStore(file)
    const other = openPermitStore(file)
    store.reserveSoon('a', NOW, 5)
    store.reserveSoon('b', NOW, 5)
    expect(other.recent(0)).toEqual([])
    await new Promise((resolve) => setImmediate(resolve))
    expect(other.recent(0)).toHaveLength(2)
    store.reserveSoon('c', NOW, 5)
    expect(store.recent(0)).toHaveLength(3)
    store.reserveSoon('d', NOW, 5)
    store.replace([])
    expect(store.recent(0)).toEqual([])
    store.close()
    other.close()
  })

  it('forgets blocks that end before the given time', () => {
    const store = openPermitStore(':memory:')
    store.reserve('a', NOW - 1, 4)
    store.reserve('a', NOW, 5)
    store.forget(NOW)
    expect(store.recent(0)).toEqual([{ bucket: 'a', usableUntilMs: NOW, permits: 5 }])
    store.close()
  })

  it('replaces everything stored, or nothing when a row is refused', () => {
    const store = openPermitStore(':memory:')
    store.reserve('old', NOW, 5)
    const rows = [{ bucket: 'new', usableUntilMs: NOW, permits: 1 }]
    store.replace(rows)
    expect(store.recent(0)).toEqual(rows)
    const bad = { bucket: 'bad', usableUntilMs: NOW, permits: 1.5 }
    expect(() => store.replace([{ ...bad, permits: 1 }, bad])).toThrow('cannot store REAL')
    expect(store.recent(0)).toEqual(rows)
    store.close()
  })

  it('finds a reservation again without the first process having closed the file', () => {
    const abandoned = openPermitStore(file)
    abandoned.reserve('a', NOW, 5)
    const store = openPermitStore(file)
    expect(store.recent(0)).toEqual([{ bucket: 'a', usableUntilMs: NOW, permits: 5 }])
    store.close()
    abandoned.close()
  })

  it('sets a damaged file aside and starts empty', () => {
    const garbage = 'not a database, but long enough to be mistaken for one '.repeat(100)
    writeFileSync(file, garbage)
    const store = openPermitStore(file)
    expect(store.recent(0)).toEqual([])
    store.reserve('a', NOW, 5)
    store.close()
    expect(readFileSync(`${file}.damaged`, 'utf8')).toBe(garbage)
  })

  it('reports a folder that does not exist instead of working without a file', () => {
    expect(() => openPermitStore(join(folder, 'missing', 'permits.db'))).toThrow('directory')
    expect(existsSync(`${file}.damaged`)).toBe(false)
  })
})
