import { expect, it } from 'vitest'
import { hasSubject, isSpecific, questionKey, questionKeys } from './question-key.ts'

it.each([
  ['en', 'What is a cookie?', 'What are cookies?'],
  ['en', 'What is a REST API?', 'What is REST API ?'],
  ['en', 'What’s a database?', 'What are databases?'],
  ['es', '¿Qué son las cookies?', '¿Qué es una cookie?'],
  ['fr', 'Qu’est-ce qu’une marée ?', 'Qu’est-ce que les marées ?'],
  ['fr', "Qu'est-ce que l'annotation manuelle ?", 'Qu’est-ce que l’annotation manuelle ?'],
  ['de', 'Was ist der Hafen?', 'Was ist ein Hafen?'],
  ['ja', '潮とは何ですか？', '潮 とは何ですか?'],
  ['en', 'What is new in Neap 0.16?', 'What’s new in version 0.16?'],
  ['pl', 'Czym jest pływ?', 'Co to jest pływ?'],
  ['de', 'Was bedeutet Ebbe?', 'Was bedeutet Ebbe genau?'],
  ['en', 'What is a tide?', 'What exactly is a tide?'],
])('in %s %j asks the same as %j', (language, one, other) => {
  expect(questionKey(one, language)).toBe(questionKey(other, language))
})

it.each([
  ['en', 'What is a tide?', 'Why is there a tide?'],
  ['en', 'What is a tide?', 'What is a spring tide?'],
  ['en', 'What is it?', 'What is that?'],
  ['en', 'What is tide_v1?', 'What is tide_v2?'],
  ['en', 'What is new in Neap 0.16?', 'What is new in Neap 0.17?'],
  ['en', 'What is tide.add_hour() for?', 'What is tide.add_hours() for?'],
  ['ja', '潮とは何ですか？', '大潮とは何ですか？'],
])('in %s %j asks something else than %j', (language, one, other) => {
  expect(questionKey(one, language)).not.toBe(questionKey(other, language))
})

it.each([
  ['en', 'How to do?', false],
  ['en', 'Why is that?', false],
  ['es', '¿Cómo es?', false],
  ['en', 'What is next?', false],
  ['en', 'What’s new?', false],
  ['fr', 'À quoi sert-il ?', false],
  ['fr', 'À quoi sert le port ?', true],
  ['de', 'Was ist Ebbe?', true],
  ['ja', 'これは何ですか？', true],
])('in %s %j says what it is about: %j', (language, question, has) => {
  expect(hasSubject(question, language)).toBe(has)
})

it.each([
  ['en', 'What is a tide, and how does it come about?', 'What is a tide?'],
  ['de', 'Was ist eine Springflut und wann kommt sie?', 'Was ist eine Springflut?'],
  ['fr', 'Qu’est-ce que la marée et comment vient-elle ?', 'Qu’est-ce que la marée ?'],
  ['nl', 'Wat is springtij en waarom komt het?', 'Wat is springtij?'],
  ['de', 'Was ist der Pegel (Wasserstand)?', 'Was ist der Pegel?'],
  ['de', 'Was ist der Pegel (Wasserstand)?', 'Was ist Wasserstand?'],
  ['de', 'Was kostet ein Kajak wirklich?', 'Was kostet ein Kajak?'],
  ['fr', 'Combien coûte vraiment un kayak ?', 'Combien coûte un kayak ?'],
])('in %s %j asks what %j asks', (language, both, one) => {
  expect(questionKeys(both, language)).toContain(questionKey(one, language))
})

it('takes no part of a question for one', () => {
  expect(questionKeys('What are ebb and flow?', 'en')).toHaveLength(1)
  expect(questionKeys('How do I tie a bowline and a hitch?', 'en')).toHaveLength(1)
})

it.each([
  ['What is a tide?', ['Reading tide tables'], true],
  ['What was the challenge?', ['Reading tide tables'], false],
  ['How does the ferry sail?', [], true],
])('%j says enough on a page called %j: %s', (question, names, isEnough) => {
  expect(isSpecific(question, 'en', names)).toBe(isEnough)
})
