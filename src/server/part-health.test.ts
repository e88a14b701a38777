import { describe, expect, it } from 'vitest'
import { diskHealth, ingestHealth, LOW_DISK_BYTES, queueHealth } from './part-health.ts'

const OK = { status: 'ok' }

describe('free space', () => {
  const bsize = 4_096
  it('is enough from the bound on', () => {
    expect(diskHealth({ bavail: LOW_DISK_BYTES / bsize, bsize })).toEqual(OK)
  })
  it('is told below it', () => {
    expect(diskHealth({ bavail: LOW_DISK_BYTES / bsize - 1, bsize })).toEqual({
      status: 'degraded',
      reason: '255 MiB are free where the data is',
    })
  })
})

describe('jobs', () => {
  it('none, or one that is due in the future, is no delay', () => {
    expect(queueHealth(undefined, 5)).toEqual(OK)
    expect(queueHealth(9_000_000, 5)).toEqual(OK)
  })
  it('one that waits for a quarter of an hour is told', () => {
    expect(queueHealth(0, 899_999)).toEqual(OK)
    expect(queueHealth(0, 900_000)).toEqual({
      status: 'degraded',
      reason: 'the oldest job has waited for 15 minutes',
    })
  })
})

describe('events', () => {
  const still = { waiting: 0, mostWaiting: 20_000, failedAgoMs: undefined }
  it('are well while few wait and none was refused lately', () => {
    expect(ingestHealth(still)).toEqual(OK)
    expect(ingestHealth({ ...still, failedAgoMs: 300_000 })).toEqual(OK)
  })
  it('half of those that may wait are told', () => {
    expect(ingestHealth({ ...still, waiting: 10_000 })).toEqual({
      status: 'degraded',
      reason: '10000 events wait for the disk',
    })
  })
  it('a refusal of this minute is told', () => {
    expect(ingestHealth({ ...still, failedAgoMs: 1_000 }).status).toBe('degraded')
  })
})
