import type { QuestionForms } from './question-forms.ts'

/** Only questions that leave the heading as it is: its suffixes would have to follow its vowels. */
export const trQuestions: QuestionForms = {
  readings: [
    [/^((?:neden|nasıl|ne zaman|nerede|kim|hangi) [^?]+)$/iu, '$1?'],
    [/^([^?]{2,60} (?:nedir|nelerdir|nasıl (?:yapılır|kurulur|çalışır|kullanılır)))$/iu, '$1?'],
    [
      /^([^?]{0,50}(?:avantajları|dezavantajları|özellikleri|gereksinimleri|faydaları|nedenleri|belirtileri|türleri|koşulları|farkları|adımları))$/iu,
      '$1 nelerdir?',
    ],
    [/^([^?]{2,50} (?:kurulumu|yapılandırması|kullanımı))$/iu, '$1 nasıl yapılır?'],
    [/^(?:gereksinimler|avantajlar|dezavantajlar|özellikler)$/iu, '$0 nelerdir?'],
  ],
  ofPage: [[/^kurulum$/iu, '$1 nasıl kurulur?']],
  steps: [],
  definition: /^(?<term>\p{Lu}[^\s,]*(?: [^\s,]+){0,3}), [^.]{10,200}[dt][ıiuü]r(?![\p{L}])/u,
  meaning: '$1 nedir?',
  invitation: /^(?:hazır|ilgileniyor|sorunuz|yardıma|ister)|yor musun(?:uz)?\?$/iu,
  points: '“$1” metninin ana noktaları nelerdir?',
  gist: '“$1” yazısı ne hakkında?',
  says: '$2 sitesi “$1” hakkında ne söylüyor?',
  pageSays: 'Sayfa “$1” hakkında ne söylüyor?',
  use: '$1 ne işe yarar?',
}
