import { expect, it } from 'vitest'
import { quoted } from './clean-value.ts'

const MARKS = { open: '“', close: '”', innerOpen: '‘', innerClose: '’' }

it.each([
  ['"Tides" and ebb', '“‘Tides’ and ebb”'],
  ['"Tides " and ebb', '“‘Tides ’ and ebb”'],
  ["''Tides'' and ebb", '“‘Tides’ and ebb”'],
  ['A 6" pipe ("thin")', '“A 6’ pipe (‘thin’)”'],
  ['「潮」の話', '“‘潮’の話”'],
  ['', ''],
])('%s is quoted as %s', (text, expected) => {
  expect(quoted(text, MARKS)).toBe(expected)
})
