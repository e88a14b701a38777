import { expect, it } from 'vitest'
import { cleanValue, quoted } from './clean-value.ts'

const MARKS = { open: '“', close: '”', innerOpen: '‘', innerClose: '’' }

it.each([
  ['"Tides" and ebb', '“‘Tides’ and ebb”'],
  ['"Tides " and ebb', '“‘Tides ’ and ebb”'],
  ["''Tides'' and ebb", '“‘Tides’ and ebb”'],
  ['A 6" pipe ("thin")', '“A 6’ pipe (‘thin’)”'],
  ['「潮」の話', '“‘潮’の話”'],
  ['The « neap » tide', '“The ‘neap’ tide”'],
  ['« High water » and « ebb »', '“‘High water’ and ‘ebb’”'],
  ['', ''],
])('%s is quoted as %s', (text, expected) => {
  expect(quoted(text, MARKS)).toBe(expected)
})

it('keeps nothing that stands for an object', () => {
  expect(cleanValue('\uFFFCTides', 20)).toBe('Tides')
})
