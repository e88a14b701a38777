import { describe, expect, it } from 'vitest'
import { shownDates } from './shown-dates.ts'

describe('shownDates', () => {
  it.each([
    ['Published 2026-10-01', '2026-10-01'],
    ['By Ada Marsh · Last updated October 3, 2025', '2025-10-03'],
    ['Posted on Oct. 3rd, 2025', '2025-10-03'],
    ['Updated: 1 September 2026', '2026-09-01'],
    ['Zuletzt aktualisiert am 1. März 2026', '2026-03-01'],
    ['Stand: 01.03.2026', '2026-03-01'],
    ['Publié le 14 juillet 2026', '2026-07-14'],
    ['Actualizado el 2 de enero de 2026', '2026-01-02'],
    ['更新日：2026年8月1日', '2026-08-01'],
  ])('reads the date of %j', (line, expected) => {
    expect(shownDates(`A heading\n${line}\nThe text.`)).toEqual([expected])
  })

  it.each([
    'The law was published on 3 October 1995.',
    'Updated 03/10/2025',
    'Updated 2026-02-30',
    'Updated 12 Smarch 2026',
    `Published ${'in a long paragraph that tells of many things '.repeat(3)} 2026-10-01`,
    '2026-10-01',
  ])('reads no date from %j', (line) => {
    expect(shownDates(line)).toEqual([])
  })

  it('reads at most ten dates', () => {
    expect(shownDates('Updated 2026-10-01\n'.repeat(100))).toHaveLength(10)
  })
})
