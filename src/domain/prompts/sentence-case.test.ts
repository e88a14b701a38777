import { expect, it } from 'vitest'
import { inSentenceCase } from './sentence-case.ts'

const TEXT =
  'Read the tables before you sail. The tide of Oban is high, and a tide table says when. Ada Neap asks for ada neap.'

it.each([
  ['en', 'How do I read Tide Tables of Oban?', 'How do I read tide tables of Oban?'],
  ['en', 'How do I read the long table of Tides?', 'How do I read the long table of Tides?'],
  ['en', 'Who is Ada Ferris?', 'Who is Ada Ferris?'],
  ['en', 'Who is Ada Neap?', 'Who is Ada Neap?'],
  ['de', 'Was sind Tide Tables?', 'Was sind Tide Tables?'],
  ['en', 'What?', 'What?'],
])('in %s %s becomes %s', (language, question, expected) => {
  expect(inSentenceCase(question, [{ text: TEXT }], language)).toBe(expected)
})
