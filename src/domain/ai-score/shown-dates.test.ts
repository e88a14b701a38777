import { describe, expect, it } from 'vitest'
import { readDay, shownDates } from './shown-dates.ts'

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

/** Months as dates have them, so that a language without its months shows. */
const MONTHS = {
  en: 'January February March April May June July August September October November December',
  de: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember',
  fr: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  pt: 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
  it: 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
  nl: 'januari februari maart april mei juni juli augustus september oktober november december',
  pl: 'stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia',
  sv: 'januari februari mars april maj juni juli augusti september oktober november december',
  tr: 'Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık',
}

describe('readDay', () => {
  it.each(Object.entries(MONTHS))('knows the months in %s', (_, names) => {
    const months = names.split(' ').map((name) => readDay(`2 ${name} 2026`)?.slice(5, 7))
    expect(months.map(Number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  })

  it.each(['2 de marzo de 2026', '2 March, 2026', '2nd of March 2026', '2. 3. 2026'])(
    'reads %s',
    (text) => {
      expect(readDay(text)).toBe('2026-03-02')
    },
  )

  it.each(['2 Smarch 2026', '2 3 2026', '30 lutego 2026', ''])('reads none in %j', (text) => {
    expect(readDay(text)).toBeUndefined()
  })
})
