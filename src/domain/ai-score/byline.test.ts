import { describe, expect, it } from 'vitest'
import { bylineDay, bylineName, paragraphsOf } from './byline.ts'

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
    ['2026-13-41', null],
    [`${TEXT} It was so on 1 May 2026 and on many other days that nobody wrote down.`, null],
    ['On 05/01/2026', null],
    ['', null],
  ])('reads %j as %s', (text, expected) => {
    expect(bylineDay(text)).toBe(expected)
  })

  it('is none in a list of dated articles', () => {
    const list = [1, 2, 3].map((day) => `2026-05-0${day}\nArticle ${day}`).join('\n')
    expect(bylineDay(list)).toBeNull()
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
    for (const text of ['by '.repeat(100_000), '2026-'.repeat(100_000), '| '.repeat(100_000)]) {
      bylineName(text)
      bylineDay(text)
      paragraphsOf(text)
    }
    expect(process.cpuUsage().user - started).toBeLessThan(1_000_000)
  })
})
