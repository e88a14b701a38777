import { describe, expect, it } from 'vitest'
import { bylineDay, titleDay } from '../html/byline-day.ts'
import { bylineName, paragraphsOf } from './byline.ts'

const TEXT = 'The tide comes in twice a day, and every harbour along the coast lives by its times.'

describe('paragraphsOf', () => {
  it.each([
    ['a name, a date and the time to read it', `By Ada\nAda\n2026-05-01\n7 min read\n${TEXT}`],
    ['one line', `May 1, 2026 - Ada Lovelace\n${TEXT}`],
    ['tags', `tides\nharbours, coast\n${TEXT}`],
    ['nothing', TEXT],
  ])('begin behind %s', (_, text) => {
    expect(paragraphsOf(text)).toEqual([TEXT])
  })

  it('are none in a text of short lines', () => {
    expect(paragraphsOf('One\nTwo')).toEqual([])
  })

  it('begin with a short sentence', () => {
    expect(paragraphsOf(`Beware.\n${TEXT}`)).toEqual(['Beware.', TEXT])
  })
})

describe('bylineDay', () => {
  it.each([
    ['By Ada\n2026-05-01\n7 min read', '2026-05-01'],
    ['by ada · 2026年5月1日', '2026-05-01'],
    ['May 1, 2026 - Ada Lovelace', '2026-05-01'],
    ['1. Mai 2026 | Ada', '2026-05-01'],
    ['Tides\n2026/05/01 coast harbour', '2026-05-01'],
    ['Bad Kleinau, 14.01.2026\nTides', '2026-01-14'],
    ['Köln, den 3. Mai 2025', '2025-05-03'],
    ['Warszawa, dnia 21 marca 2026 r.', '2026-03-21'],
    ['Paris, le 3 mai 2026', '2026-05-03'],
    ['Madrid, a 3 de mayo de 2026', '2026-05-03'],
    ['Lund den 3 maj 2026', '2026-05-03'],
    ['London, May 3, 2026', '2026-05-03'],
    ['Berlin, 3. Mai 2026: the tide house opens', null],
    ['Open since we came here, 3 May 2026', null],
    ['In the year of the flood, 14.01.2026 was', null],
    ['2026-13-41', null],
    [`${TEXT} It was so on 1 May 2026 and on many other days that nobody wrote down.`, null],
    ['On 05/01/2026', null],
    ['', null],
  ])('reads %j as %s', (text, expected) => {
    expect(bylineDay(text)).toBe(expected)
  })

  it('is none in a list of dated articles', () => {
    for (const place of ['', 'Köln, ']) {
      const list = [1, 2, 3].map((day) => `${place}2026-05-0${day}\nArticle ${day}`).join('\n')
      expect(bylineDay(list)).toBeNull()
    }
  })
})

describe('bylineName', () => {
  it.each([
    ['By Ada\n2026-05-01', 'Ada'],
    ['by ada99 · 2026年5月1日', 'ada99'],
    ['Von Ada Lovelace am Meer', 'Ada Lovelace am Meer'],
    ['May 1, 2026 - Ada Lovelace (@ada)', 'Ada Lovelace (@ada)'],
    ['May 1, 2026 - read more', null],
    [`By the sea ${TEXT}`, null],
    ['', null],
  ])('reads in %j the name %s', (text, expected) => {
    expect(bylineName(text)).toBe(expected)
  })

  it('takes no time on a hostile text', () => {
    const started = process.cpuUsage().user
    for (const text of [
      'by '.repeat(100_000),
      '2026-'.repeat(100_000),
      '| '.repeat(100_000),
      'A '.repeat(18),
    ]) {
      bylineName(text)
      bylineDay(text)
      titleDay(text, null)
      paragraphsOf(text)
    }
    expect(process.cpuUsage().user - started).toBeLessThan(1_000_000)
  })
})
