import { describe, expect, it } from 'vitest'
import type { PromptLanguage } from '../prompts/locales.ts'
import { readDay } from './written-day.ts'

/** Months as dates have them, so that a language without its months shows. */
const MONTHS: Record<Exclude<PromptLanguage, 'ja' | 'zh' | 'ko'> | 'it', string> = {
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
