import { expect, it } from 'vitest'
import { StorageUnavailableError } from '../../db/errors.ts'
import { openPermitStore } from '../../db/sqlite/permit-store.ts'
import { createLogger } from '../lib/logger.ts'
import { START_MS, takeMany } from '../testing/test-limiter.ts'
import { BestEffortPermitStore } from './best-effort-permit-store.ts'
import type { PermitStore } from './permit-store.ts'
import { RateLimiter } from './rate-limit.ts'

/** Makes a limiter with a disk that refuses every write while `isFull`. */
function setUp() {
  const disk = openPermitStore(':memory:')
  const state = { isFull: false, writes: 0, elapsedMs: 0 }
  const write = (work: () => void): void => {
    state.writes += 1
    if (state.isFull) throw new StorageUnavailableError('Storage unavailable: SQLITE_FULL')
    work()
  }
  const store: PermitStore = {
    ...disk,
    reserve: (...block) => write(() => disk.reserve(...block)),
    replace: (rows) => write(() => disk.replace(rows)),
    forget: (beforeMs) => write(() => disk.forget(beforeMs)),
    noteAhead: (aheadMs) => write(() => disk.noteAhead(aheadMs)),
  }
  const messages: unknown[] = []
  const log = createLogger('debug', {
    write: (line) => messages.push((JSON.parse(line) as { msg: string }).msg),
  })
  const elapsed = () => state.elapsedMs
  const now = () => START_MS + state.elapsedMs
  const bestEffort = new BestEffortPermitStore(store, elapsed, log)
  return { disk, state, messages, limiter: new RateLimiter({ now, elapsed, store: bestEffort }) }
}

const CANNOT = 'request limits cannot be written down, and are kept in memory'
const CAN = 'request limits are written down again'

it('limits are as strict while they are in memory, and the log hears of both ends once', () => {
  const { state, messages, limiter } = setUp()
  takeMany(limiter, 'a', 100, 10)
  state.isFull = true
  expect(takeMany(limiter, 'a', 100, 200)).toBe(90)
  state.elapsedMs += 30_000
  expect(takeMany(limiter, 'b', 100, 200)).toBe(100)
  expect(messages).toEqual([CANNOT])
  state.isFull = false
  state.elapsedMs += 31_000
  expect(takeMany(limiter, 'a', 100, 200)).toBe(100)
  expect(takeMany(limiter, 'b', 100, 200)).toBe(0)
  expect(messages).toEqual([CANNOT, CAN])
})

it('a full disk is tried now and then, not with each request', () => {
  const { state, limiter } = setUp()
  state.isFull = true
  const before = state.writes
  for (let second = 0; second < 20; second++) {
    takeMany(limiter, `bucket ${second}`, 100, 100)
    state.elapsedMs += 1_000
  }
  expect(state.writes - before).toBeLessThanOrEqual(4)
})

it('a stop is no failure on a full disk', () => {
  const { disk, state, messages, limiter } = setUp()
  takeMany(limiter, 'a', 100, 100)
  state.isFull = true
  limiter.close()
  expect(messages).toEqual([CANNOT])
  expect(() => disk.recent(0)).toThrow('not open')
})
