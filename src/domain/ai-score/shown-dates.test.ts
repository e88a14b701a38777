import { describe, expect, it } from 'vitest'
import { headedDay, shownDates } from './shown-dates.ts'

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
    ['最終更新 2026/8/1', '2026-08-01'],
    ['Publicado em 2 de março de 2026', '2026-03-02'],
    ['Ultimo aggiornamento: 2 maggio 2026', '2026-05-02'],
    ['Bijgewerkt op 3 mei 2025', '2025-05-03'],
    ['Laatst bijgewerkt: 2025-03-04', '2025-03-04'],
    ['Gepubliceerd op 12 maart 2026', '2026-03-12'],
    ['Opublikowano 21 marca 2026', '2026-03-21'],
    ['Ostatnia aktualizacja: 3 października 2025', '2025-10-03'],
    ['Uppdaterad 4 maj 2025', '2025-05-04'],
    ['Senast uppdaterad den 4 juni 2025', '2025-06-04'],
    ['Publicerad 2025-03-04', '2025-03-04'],
    ['Son güncelleme: 4 Mayıs 2025', '2025-05-04'],
    ['Yayınlanma tarihi: 12 Ağustos 2025', '2025-08-12'],
    ['수정일: 2026년 8월 1일', '2026-08-01'],
    ['게시 2026. 8. 1.', '2026-08-01'],
    ['最后更新：2026年8月1日', '2026-08-01'],
    ['发布于 2026-08-01', '2026-08-01'],
    ['Updated on Thursday, May 14, 2026', '2026-05-14'],
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

describe('headedDay', () => {
  it.each([
    ['Version 1.2.0 (2026-05-01)', '2026-05-01'],
    ['News of 1 October 2026', '2026-10-01'],
    ['October 1, 2026: what is new', '2026-10-01'],
    ['1.4 – 12. März 2024', '2024-03-12'],
    ['2026年8月1日のお知らせ', '2026-08-01'],
    ['Python 3.12 in 2024', null],
    ['RFC 2616 and ISO 8601-1:2019', null],
  ])('reads the date in the heading %j', (text, day) => {
    const older = { level: 2, text: 'Changes of 2 January 2020', id: null }
    expect(headedDay({ headings: [{ level: 2, text, id: null }] })).toBe(day)
    expect(headedDay({ headings: [{ level: 2, text, id: null }, older] })).toBe(day ?? '2020-01-02')
  })
})
