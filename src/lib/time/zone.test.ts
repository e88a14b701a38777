import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from './clock.ts'
import {
  dayStart,
  dayToIso,
  isTimeZone,
  isoToDay,
  localDay,
  offsetSegments,
  zoneOffsetMs,
} from './zone.ts'

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Sao_Paulo',
  'America/St_Johns',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Africa/Monrovia',
  'Asia/Kathmandu',
  'Asia/Gaza',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
]

const anyZone = fc.constantFrom(...ZONES)
const anyInstant = fc.integer({ min: Date.UTC(1970, 0, 1), max: Date.UTC(2100, 0, 1) })
const anyDay = fc.integer({ min: 0, max: 47_000 })

const day = (text: string): number => isoToDay(text)!
const hoursOf = (zone: string, date: string): number =>
  (dayStart(zone, day(date) + 1) - dayStart(zone, day(date))) / HOUR_MS

function dateByIntl(zone: string, atMs: number): string {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  const part = Object.fromEntries(format.formatToParts(atMs).map((p) => [p.type, p.value]))
  return `${part['year']}-${part['month']}-${part['day']}`
}

describe('isTimeZone', () => {
  it('accepts IANA names and UTC', () => {
    for (const zone of [...ZONES, 'Etc/GMT+2', 'America/Argentina/Buenos_Aires']) {
      expect({ zone, known: isTimeZone(zone) }).toEqual({ zone, known: true })
    }
  })

  it('refuses offsets and anything that is not a zone', () => {
    for (const zone of ['', '+02:00', '-0330', 'GMT+2', 'Z', 'Mars/Olympus', ' UTC', 'UTC\n']) {
      expect({ zone, known: isTimeZone(zone) }).toEqual({ zone, known: false })
    }
  })
})

describe('zoneOffsetMs', () => {
  it('gives quarter-hour offsets', () => {
    expect(zoneOffsetMs('Asia/Kathmandu', Date.UTC(2026, 10, 20))).toBe(5.75 * HOUR_MS)
  })

  it('changes at the exact millisecond', () => {
    const change = Date.UTC(2026, 2, 29, 1)
    expect(zoneOffsetMs('Europe/Berlin', change - 1)).toBe(HOUR_MS)
    expect(zoneOffsetMs('Europe/Berlin', change)).toBe(2 * HOUR_MS)
  })

  it('finds a change in the middle of a quarter of an hour', () => {
    const change = Date.UTC(2010, 2, 14, 3, 31) // St John's changed at 00:01 until 2011
    expect(zoneOffsetMs('America/St_Johns', change - 1)).toBe(-3.5 * HOUR_MS)
    expect(zoneOffsetMs('America/St_Johns', change)).toBe(-2.5 * HOUR_MS)
  })

  it('knows offsets with seconds', () => {
    expect(zoneOffsetMs('Africa/Monrovia', 0)).toBe(-(44 * 60 + 30) * 1_000)
  })

  it('stays right when more instants are asked for than the cache holds', () => {
    const start = Date.UTC(2026, 0, 1)
    for (let slot = 0; slot < 70_000; slot += 1) zoneOffsetMs('UTC', start + slot * 900_000)
    expect(zoneOffsetMs('UTC', start)).toBe(0)
    expect(zoneOffsetMs('Europe/Berlin', start)).toBe(HOUR_MS)
  })

  it('throws for an unknown zone', () => {
    expect(() => zoneOffsetMs('Mars/Olympus', 0)).toThrow(RangeError)
  })
})

describe('localDay', () => {
  it('is the date that Intl shows', () => {
    fc.assert(
      fc.property(anyZone, anyInstant, (zone, atMs) => {
        expect(dayToIso(localDay(zone, atMs))).toBe(dateByIntl(zone, atMs))
      }),
    )
  })

  it('starts the date at local midnight, not at midnight UTC', () => {
    const midnight = Date.UTC(2026, 10, 19, 18, 15) // 00:00 in Kathmandu
    expect(dayToIso(localDay('Asia/Kathmandu', midnight - 1))).toBe('2026-11-19')
    expect(dayToIso(localDay('Asia/Kathmandu', midnight))).toBe('2026-11-20')
  })
})

describe('dayStart', () => {
  it('is the first instant of the day or of a later one', () => {
    fc.assert(
      fc.property(anyZone, anyDay, (zone, number) => {
        const startMs = dayStart(zone, number)
        expect(localDay(zone, startMs)).toBeGreaterThanOrEqual(number)
        expect(localDay(zone, startMs - 1)).toBeLessThan(number)
      }),
    )
  })

  it('gives days of 23 and 25 hours where clocks move by one', () => {
    expect(hoursOf('Europe/Berlin', '2026-03-29')).toBe(23)
    expect(hoursOf('Europe/Berlin', '2026-10-25')).toBe(25)
    expect(hoursOf('America/New_York', '2026-03-08')).toBe(23)
    expect(hoursOf('America/New_York', '2026-11-01')).toBe(25)
    expect(hoursOf('America/New_York', '2026-11-02')).toBe(24)
  })

  it('gives days of 23.5 and 24.5 hours on Lord Howe', () => {
    expect(hoursOf('Australia/Lord_Howe', '2026-10-04')).toBe(23.5)
    expect(hoursOf('Australia/Lord_Howe', '2026-04-05')).toBe(24.5)
  })

  it('starts after the gap where midnight does not exist', () => {
    expect(dayStart('America/Sao_Paulo', day('2018-11-04'))).toBe(Date.UTC(2018, 10, 4, 3))
    expect(hoursOf('America/Sao_Paulo', '2018-11-04')).toBe(23)
    expect(dayStart('Africa/Cairo', day('2024-04-26'))).toBe(Date.UTC(2024, 3, 25, 22))
    expect(hoursOf('Africa/Cairo', '2024-04-26')).toBe(23)
  })

  it('starts a skipped date where the next date starts', () => {
    const skipped = day('2011-12-30')
    expect(dayStart('Pacific/Apia', skipped)).toBe(dayStart('Pacific/Apia', skipped + 1))
    expect(dayStart('Pacific/Apia', skipped)).toBe(Date.UTC(2011, 11, 30, 10))
  })
})

describe('dayToIso and isoToDay', () => {
  it('are inverse to each other', () => {
    expect(isoToDay('1970-01-01')).toBe(0)
    expect(dayToIso(-1)).toBe('1969-12-31')
    fc.assert(fc.property(anyDay, (number) => isoToDay(dayToIso(number)) === number))
  })

  it('refuse dates that do not exist', () => {
    for (const text of ['2026-02-30', '2025-02-29', '2026-13-01', '2026-00-10', '2026-04-31']) {
      expect({ text, day: isoToDay(text) }).toEqual({ text })
    }
  })

  it('refuse any other way to write a date', () => {
    for (const text of [
      '',
      '2026-1-1',
      '20260101',
      '2026-01-01T00:00:00Z',
      '2026-01-01\n',
      'now',
    ]) {
      expect({ text, day: isoToDay(text) }).toEqual({ text })
    }
  })
})

describe('offsetSegments', () => {
  it('cuts a year at its two changes', () => {
    const from = Date.UTC(2026, 0, 1)
    const to = Date.UTC(2027, 0, 1)
    const spring = Date.UTC(2026, 2, 29, 1)
    const autumn = Date.UTC(2026, 9, 25, 1)
    expect(offsetSegments('Europe/Berlin', from, to)).toEqual([
      { fromMs: from, toMs: spring, offsetMs: HOUR_MS },
      { fromMs: spring, toMs: autumn, offsetMs: 2 * HOUR_MS },
      { fromMs: autumn, toMs: to, offsetMs: HOUR_MS },
    ])
  })

  it('leaves out a change at the end of the range, and starts with one at its start', () => {
    const change = Date.UTC(2026, 2, 29, 1)
    expect(offsetSegments('Europe/Berlin', change - 1, change)).toEqual([
      { fromMs: change - 1, toMs: change, offsetMs: HOUR_MS },
    ])
    expect(offsetSegments('Europe/Berlin', change, change + 1)).toEqual([
      { fromMs: change, toMs: change + 1, offsetMs: 2 * HOUR_MS },
    ])
    expect(offsetSegments('Europe/Berlin', change - 1, change + 1)).toHaveLength(2)
  })

  it('is empty for an empty range', () => {
    expect(offsetSegments('Europe/Berlin', 5, 5)).toEqual([])
    expect(offsetSegments('Europe/Berlin', 5, 4)).toEqual([])
  })

  it('covers any range without gaps and has the offset of every instant in it', () => {
    const anyLength = fc.integer({ min: 1, max: 400 * DAY_MS })
    const anyShare = fc.double({ min: 0, max: 0.999_999, noNaN: true })
    fc.assert(
      fc.property(anyZone, anyInstant, anyLength, anyShare, (zone, fromMs, lengthMs, share) => {
        const segments = offsetSegments(zone, fromMs, fromMs + lengthMs)
        expect(segments[0]!.fromMs).toBe(fromMs)
        expect(segments.at(-1)!.toMs).toBe(fromMs + lengthMs)
        for (const [i, segment] of segments.slice(1).entries()) {
          expect(segment.toMs).toBeGreaterThan(segment.fromMs)
          expect(segment.fromMs).toBe(segments[i]!.toMs)
          expect(segment.offsetMs).not.toBe(segments[i]!.offsetMs)
        }
        const atMs = fromMs + Math.floor(lengthMs * share)
        const hit = segments.find((segment) => atMs >= segment.fromMs && atMs < segment.toMs)
        expect(hit?.offsetMs).toBe(zoneOffsetMs(zone, atMs))
      }),
    )
  })
})
