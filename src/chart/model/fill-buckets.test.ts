import { describe, expect, it } from 'vitest'
import { fillBuckets, isWeekly } from './fill-buckets.ts'

describe('buckets that an answer leaves out', () => {
  it.each([
    [
      'days',
      ['2026-02-27', '2026-03-02'],
      ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'],
    ],
    [
      'weeks',
      ['2026-11-02', '2026-11-09', '2026-11-23'],
      ['2026-11-02', '2026-11-09', '2026-11-16', '2026-11-23'],
    ],
    ['months', ['2025-11', '2026-02'], ['2025-11', '2025-12', '2026-01', '2026-02']],
    [
      'hours',
      ['2026-11-22T23:00+05:45', '2026-11-23T01:00+05:45'],
      ['2026-11-22T23:00+05:45', '2026-11-23T00:00+05:45', '2026-11-23T01:00+05:45'],
    ],
    [
      'hours at the end of summer',
      ['2026-10-25T02:00+02:00', '2026-10-25T02:00+01:00', '2026-10-25T04:00+01:00'],
      [
        '2026-10-25T02:00+02:00',
        '2026-10-25T02:00+01:00',
        '2026-10-25T03:00+01:00',
        '2026-10-25T04:00+01:00',
      ],
    ],
    ['one', ['2026-11'], ['2026-11']],
    ['none', [], []],
  ])('are put between the others: %s', (_, labels, filled) => {
    expect(fillBuckets(labels)).toEqual(filled)
  })

  it.each([
    ['words', ['a', 'b']],
    ['too many', ['1900-01-01', '2026-01-01']],
    ['days that are none', ['2026-11-01', 'constructor']],
    ['days in disorder', ['2026-11-03', '2026-11-03T11:11+01:00']],
  ])('are not made up of %s', (_, labels) => {
    expect(fillBuckets(labels)).toEqual(labels)
  })
})

it('weeks are told from days by their distance', () => {
  expect(isWeekly(['2026-11-02', '2026-11-16'])).toBe(true)
  expect(isWeekly(['2026-11-02', '2026-11-03'])).toBe(false)
  expect(isWeekly(['2026-11-02'])).toBe(false)
  expect(isWeekly(['a', 'b'])).toBe(false)
})
