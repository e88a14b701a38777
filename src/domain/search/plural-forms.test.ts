import { expect, it } from 'vitest'
import { pluralForms } from './plural-forms.ts'

it.each([
  ['en', 'ppp', 'ppps'],
  ['en', 'city', 'cities'],
  ['en', 'box', 'boxes'],
  ['en', 'bus', 'buses'],
  ['fr', 'jeu', 'jeux'],
  ['fr', 'canal', 'canaux'],
  ['es', 'flor', 'flores'],
  ['es', 'pez', 'peces'],
  ['pt', 'canal', 'canais'],
  ['pt', 'limão', 'limões'],
  ['it', 'gatto', 'gatti'],
  ['it', 'parco', 'parchi'],
  ['de', 'haus', 'hauser'],
  ['de-AT', 'frau', 'frauen'],
  ['nl', 'boek', 'boeken'],
])('knows in %s that %s and %s are one word', (language, one, many) => {
  expect(pluralForms(one, [language])).toContain(many)
  expect(pluralForms(many, [language])).toContain(one)
})

it.each([
  ['ppp', 'pp'],
  ['bus', 'bu'],
  ['news', 'new'],
  ['aws', 'aw'],
  ['css', 'cs'],
  ['dns', 'dn'],
  ['gps', 'gp'],
  ['ios', 'io'],
  ['https', 'http'],
  ['canvas', 'canva'],
])('takes %s for no plural of %s, and the reverse', (word, other) => {
  const languages = ['en', 'fr', 'es', 'pt', 'it', 'de', 'nl']
  expect(pluralForms(word, languages)).not.toContain(other)
  expect(pluralForms(other, languages)).not.toContain(word)
})
