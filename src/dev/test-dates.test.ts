import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { zoneOffsetMs } from '../lib/time/zone.ts'
import { DataFolder } from '../testing/data-folder.ts'
import { runProcess } from '../testing/run-cli.ts'
import { DATE_TRIALS, instantOf } from './date-trials.ts'
import { clockFault } from './run-date-trial.ts'

const MINUTE_MS = 60_000

describe('the trials of dates', () => {
  it('meet each of three zones with each of three locales, in ten dates', () => {
    const places = DATE_TRIALS.map(({ zone, locale }) => `${zone} ${locale}`)
    expect(new Set(DATE_TRIALS.map(({ at }) => at)).size).toBe(10)
    expect(new Set(DATE_TRIALS.map(({ zone }) => zone)).size).toBe(3)
    expect(new Set(places).size).toBe(9)
  })

  it('have the last minute before clocks change, forth and back, north and south of the equator', () => {
    const steps = DATE_TRIALS.flatMap((trial) => {
      const atMs = instantOf(trial)
      const step = zoneOffsetMs(trial.zone, atMs + MINUTE_MS) - zoneOffsetMs(trial.zone, atMs)
      return step === 0 ? [] : [[trial.zone, step / MINUTE_MS]]
    })
    expect(steps).toEqual([
      ['Europe/Berlin', 60],
      ['Pacific/Chatham', -60],
      ['Pacific/Chatham', 60],
      ['Europe/Berlin', -60],
    ])
  })

  it('refuse a local time that clocks leap over', () => {
    expect(() => instantOf({ at: '2027-03-28T02:30', zone: 'Europe/Berlin' })).toThrow(RangeError)
  })
})

describe('a run on another date', () => {
  it('fails before it begins where faketime does nothing', async () => {
    using folder = new DataFolder()
    const script = join(folder.path, 'faketime')
    writeFileSync(script, '#!/bin/sh\nshift 2\nexec "$@"\n')
    chmodSync(script, 0o755)
    const { code, out } = await runProcess(
      folder.path,
      [process.execPath, '--import', 'tsx', 'src/dev/test-dates.ts', '--date=2024'],
      // This test may itself run on another date, which the process must not have.
      { environment: { PATH: `${folder.path}:${process.env['PATH'] ?? ''}`, LD_PRELOAD: '' } },
    )
    expect(code).toBe(1)
    expect(out).toContain('faketime has no effect: the clock of a process said ')
    expect(out).toContain('instead of 2024-02-29T11:00:00.000Z')
  })

  it('fails where the clock of vitest or of one worker was another', () => {
    const atMs = instantOf({ at: '2024-02-29T00:00', zone: 'Pacific/Pago_Pago' })
    const report = { numTotalTests: 2, numPassedTests: 2, numFailedTests: 0, startTime: atMs }
    const results = (...starts: number[]) =>
      starts.map((startTime, i) => ({ name: `${i}.test.ts`, startTime }))
    const faultOf = (startTime: number, ...starts: number[]) =>
      clockFault({ ...report, startTime, testResults: results(...starts) }, atMs, 5 * MINUTE_MS)
    expect(faultOf(atMs, atMs, atMs + 4 * MINUTE_MS)).toBeUndefined()
    expect(faultOf(atMs, atMs, atMs + 60 * MINUTE_MS)).toContain('the clock of 1.test.ts said')
    expect(faultOf(atMs - 60 * MINUTE_MS, atMs)).toContain('the clock of vitest said')
  })
})
