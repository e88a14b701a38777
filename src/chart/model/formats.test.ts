import { describe, expect, it } from 'vitest'
import { makeFormats } from './formats.ts'

describe('formats', () => {
  const english = makeFormats('en-GB')

  // Versions of Node differ in commas, and in the zero before an hour.
  it.each([
    ['2026-11', /^November 2026$/, /^Nov$/],
    ['2026-11-22', /^Sun,? 22 Nov$/, /^22 Nov$/],
    // The hour is that of the site, in any zone of the reader.
    ['2026-11-22T00:00+01:00', /^Sun,? 22 Nov,? 0?0:00$/, /^0?0:00$/],
    ['2026-11-22T23:00-11:00', /^Sun,? 22 Nov,? 23:00$/, /^23:00$/],
    ['2026-11-22T05:30+05:45', /^Sun,? 22 Nov,? 0?5:30$/, /^0?5:30$/],
    ['(an hour that is none)', /^\(an hour that is none\)$/, /^\(an hour t$/],
  ])('write %s as the day that it is', (label, bucket, tick) => {
    expect(english.bucket(label)).toMatch(bucket)
    expect(english.tick(label)).toMatch(tick)
  })

  it('write spans of days, and leave what is none', () => {
    expect(english.span('2026-10-26', '2026-11-22')).toMatch(/^26 Oct\s–\s22 Nov 2026$/)
    expect(english.span('2026-11-22', '2026-11-22')).toBe('22 Nov 2026')
    expect(english.span('b', 'a')).toBe('b – a')
    expect(english.span('2026-11-22', '2026-11-01')).toBe('2026-11-22 – 2026-11-01')
  })

  it('write counts and rates as a language does', () => {
    expect(english.value('impressions', 21_201)).toBe('21,201')
    expect(english.value('ai_ctr', 0.008746)).toBe('0.87%')
    expect(english.value('ai_ctr', 0.1212)).toBe('12.1%')
    expect(english.value('ai_ctr', 0)).toBe('0%')
    expect(english.value('ai_ctr', null)).toBe('–')
    expect(english.compact('impressions', 12_500)).toMatch(/^12\.5k$/i)
    expect(english.compact('ai_ctr', 0.0025)).toBe('0.25%')
    const german = makeFormats('de-DE')
    expect(german.value('impressions', 21_201)).toBe('21.201')
    expect(german.value('ai_ctr', 0.1212)).toMatch(/^12,1\s%$/)
  })

  it('are refused for what is no language', () => {
    expect(() => makeFormats('not a language')).toThrow(RangeError)
  })
})
