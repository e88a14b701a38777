import { describe, expect, it } from 'vitest'
import { readPeriod } from './read-period.ts'
import { daysRange, formatRange, previousRange, yearBefore } from './time-range.ts'
import { isoToDay } from './zone.ts'

/** A Wednesday. */
const TODAY = '2026-11-18'

/** Returns `from..to` of a period, both inclusive. */
function read(text: string, today = TODAY): string | undefined {
  const period = readPeriod(text, isoToDay(today)!)
  if (period === undefined) return undefined
  if (period === 'all') return 'all'
  if ('hours' in period) return `${period.hours} hours`
  const { from, to } = formatRange(daysRange('UTC', period.from, period.to))
  return `${from}..${to}`
}

describe('a period', () => {
  it.each([
    ['today', '2026-11-18..2026-11-18'],
    ['Yesterday', '2026-11-17..2026-11-17'],
    ['24h', '24 hours'],
    ['last 48 hours', '48 hours'],
    ['14d', '2026-11-05..2026-11-18'],
    ['last 14 days', '2026-11-05..2026-11-18'],
    ['the last 7 days', '2026-11-12..2026-11-18'],
    ['2 weeks', '2026-11-05..2026-11-18'],
    ['12mo', '2025-12-01..2026-11-18'],
    ['1y', '2025-12-01..2026-11-18'],
    ['this_week', '2026-11-16..2026-11-18'],
    ['this week', '2026-11-16..2026-11-18'],
    ['last-week', '2026-11-09..2026-11-15'],
    ['past week', '2026-11-12..2026-11-18'],
    ['this_month', '2026-11-01..2026-11-18'],
    ['mtd', '2026-11-01..2026-11-18'],
    ['last month', '2026-10-01..2026-10-31'],
    ['month', '2026-10-01..2026-10-31'],
    ['this_quarter', '2026-10-01..2026-11-18'],
    ['last_quarter', '2026-07-01..2026-09-30'],
    ['ytd', '2026-01-01..2026-11-18'],
    ['last year', '2025-01-01..2025-12-31'],
    ['all', 'all'],
    ['all time', 'all'],
    ['2026-11', '2026-11-01..2026-11-18'],
    ['2026-10', '2026-10-01..2026-10-31'],
    ['October 2026', '2026-10-01..2026-10-31'],
    ['sept 2026', '2026-09-01..2026-09-30'],
    ['2026-Q3', '2026-07-01..2026-09-30'],
    ['Q3 2026', '2026-07-01..2026-09-30'],
    ['2025', '2025-01-01..2025-12-31'],
    ['2026-11-03', '2026-11-03..2026-11-03'],
    ['2026-11-01..2026-11-09', '2026-11-01..2026-11-09'],
    ['2026-11-01 to 2026-11-09', '2026-11-01..2026-11-09'],
    ['2026-11-01/2026-11-09', '2026-11-01..2026-11-09'],
    ['2026-11-01 - 2026-11-09', '2026-11-01..2026-11-09'],
    ['2026-11-01..', '2026-11-01..2026-11-18'],
    ['2026-11-01 to today', '2026-11-01..2026-11-18'],
    ['2026-08..2026-09', '2026-08-01..2026-09-30'],
    // A period in the future is kept, for the caller to refuse.
    ['2026-12', '2026-12-01..2026-12-31'],
    ['2026-11-10..2026-11-30', '2026-11-10..2026-11-30'],
  ])('%s is %s', (text, days) => {
    expect(read(text)).toBe(days)
  })

  it.each([
    '',
    'soon',
    '0d',
    '99999d',
    '500 hours',
    '2026-13',
    '2026-02-30',
    'Mayhem 2026',
    'q5 2026',
    '..',
    'constructor',
    '__proto__',
    '2026-11-01..2026-11-05..2026-11-09',
    '121mo',
  ])('is not read from %j', (text) => {
    expect(read(text)).toBeUndefined()
  })

  it.each([
    ['2026-11-16', 'this_week', '2026-11-16..2026-11-16'],
    ['2026-11-22', 'this_week', '2026-11-16..2026-11-22'],
    ['2026-01-01', 'last_week', '2025-12-22..2025-12-28'],
    ['2026-01-01', 'last_month', '2025-12-01..2025-12-31'],
    ['2026-01-01', 'last_quarter', '2025-10-01..2025-12-31'],
    ['2026-01-01', 'ytd', '2026-01-01..2026-01-01'],
    ['2024-02-29', 'this_month', '2024-02-01..2024-02-29'],
  ])('on %s, %s is %s', (today, text, days) => {
    expect(read(text, today)).toBe(days)
  })
})

/** Returns the period that a period is compared with, both days inclusive. */
function compared(text: string, today: string, find: typeof previousRange): string {
  const period = readPeriod(text, isoToDay(today)!)
  if (period === undefined || period === 'all' || 'hours' in period) throw new Error('no days')
  const { calendar } = period
  const range = { ...daysRange('UTC', period.from, period.to), ...(calendar && { calendar }) }
  const { from, to } = formatRange(find(range, 'UTC'))
  return `${from}..${to}`
}

describe('a period before', () => {
  it.each([
    ['this_week', TODAY, '2026-11-09..2026-11-11'],
    ['last_week', TODAY, '2026-11-02..2026-11-08'],
    ['this_month', TODAY, '2026-10-01..2026-10-18'],
    ['last_month', TODAY, '2026-09-01..2026-09-30'],
    ['2026-03', TODAY, '2026-02-01..2026-02-28'],
    ['2026-10-01..2026-10-31', TODAY, '2026-09-01..2026-09-30'],
    ['last_quarter', TODAY, '2026-04-01..2026-06-30'],
    ['ytd', TODAY, '2025-01-01..2025-11-18'],
    ['12mo', TODAY, '2024-12-01..2025-11-18'],
    ['this_month', '2026-03-30', '2026-02-01..2026-02-28'],
    ['this_month', '2026-03-31', '2026-02-01..2026-02-28'],
    ['7d', TODAY, '2026-11-05..2026-11-11'],
    ['2026-11-01..2026-11-10', TODAY, '2026-10-22..2026-10-31'],
  ])('%s on %s is compared with %s', (text, today, days) => {
    expect(compared(text, today, previousRange)).toBe(days)
  })

  it.each([
    ['this_week', TODAY, '2025-11-17..2025-11-19'],
    ['last_month', TODAY, '2025-10-01..2025-10-31'],
    ['this_month', '2024-02-29', '2023-02-01..2023-02-28'],
  ])('%s on %s is compared with %s of the year before', (text, today, days) => {
    expect(compared(text, today, yearBefore)).toBe(days)
  })
})
