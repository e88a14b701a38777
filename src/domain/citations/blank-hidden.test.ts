import { expect, it } from 'vitest'
import { blankHidden } from './blank-hidden.ts'

it.each([
  ['plain text\nstays', 'plain text\nstays'],
  ['Café 潮汐 👩‍🔬 stay', 'Café 潮汐 👩‍🔬 stay'],
  ['a\u200Bb', 'a b'],
  ['a\u0007b\tc\u2028d', 'a b c d'],
  ['a\u{E0061}b', 'a  b'],
  ['葛\u{E0100}城', '葛  城'],
])('blanks %j without moving what stands behind', (text, shown) => {
  expect(blankHidden(text)).toBe(shown)
  expect(blankHidden(text)).toHaveLength(text.length)
})
