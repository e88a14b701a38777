import { NAMED, sentence, THING, type FactForms } from './fact-forms.ts'

export const trFacts: FactForms = {
  price: '$1 fiyatı ne kadar?',
  who: '$1 kimdir?',
  prices: [
    [
      sentence(
        `${THING} (?:fiyatı|ücreti),? (?:₺ ?\\d|\\d[\\d.,]{0,12} ?(?:TL|₺|lira|€|avro|dolar))`,
      ),
      '$1 fiyatı ne kadar?',
    ],
  ],
  dates: [
    [
      sentence(
        `${THING},? (?:1[5-9]|20)\\d\\d yılında (?:[^.]{2,60}? )?(kuruldu|kurulmuştur|yayımlandı|yayımlanmıştır|açıldı|açılmıştır)(?![\\p{L}])`,
      ),
      '$1 ne zaman $2?',
    ],
    [
      sentence(
        `${THING},? \\d{1,2} \\p{L}+ 20\\d\\d tarihinde (?:[^.]{2,60}? )?(gerçekleşecek|düzenlenecek|yapılacak)(?![\\p{L}])`,
      ),
      '$1 ne zaman $2?',
    ],
  ],
  people: [
    [
      sentence(
        `${NAMED}, [^.]{2,60} (?:kurucusu|kurucu ortağı|genel müdürü|başkanı|profesörü|yazarı)(?:dur|dür|dır|dir)(?![\\p{L}])`,
      ),
      '$1 kimdir?',
    ],
  ],
}
