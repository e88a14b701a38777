import { describe, expect, it } from 'vitest'
import { readHour, readWeekdays } from './clock-words.ts'

describe('days of the week', () => {
  it.each([
    ['Monday', ['1 Mon']],
    ['mon', ['1 Mon']],
    ['Tues', ['2 Tue']],
    ['wednesdays', ['3 Wed']],
    ['4', ['4 Thu']],
    ['5 Fri', ['5 Fri']],
    [' SUNDAY ', ['7 Sun']],
    ['weekend', ['6 Sat', '7 Sun']],
    ['weekdays', ['1 Mon', '2 Tue', '3 Wed', '4 Thu', '5 Fri']],
  ])('%s is read', (text, days) => {
    expect(readWeekdays(text)).toEqual(days)
  })

  it.each(['', ' ', '0', '8', 'm', 'mo', 'someday', 's', '1 Tue', 'monday or tuesday', 'Montag'])(
    '“%s” is no day',
    (text) => {
      expect(readWeekdays(text)).toBeUndefined()
    },
  )
})

describe('hours of the day', () => {
  it.each([
    ['0', '00'],
    ['9', '09'],
    ['09', '09'],
    ['17:00', '17'],
    ['14h', '14'],
    ['2 pm', '14'],
    ['12am', '00'],
    ['12 PM', '12'],
    ['11 a.m.', '11'],
  ])('%s is read', (text, hour) => {
    expect(readHour(text)).toBe(hour)
  })

  it.each(['', '24', '13 pm', '0 am', '9:30', '9-17', 'noon', '١٢', '-1'])(
    '“%s” is no hour',
    (text) => {
      expect(readHour(text)).toBeUndefined()
    },
  )
})
