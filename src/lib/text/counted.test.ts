import { expect, it } from 'vitest'
import { counted } from './counted.ts'

it('has the noun in the singular for one alone', () => {
  expect([0, 1, 2].map((n) => counted(n, 'page'))).toEqual(['0 pages', '1 page', '2 pages'])
  expect(counted(1, 'entry', 'entries')).toBe('1 entry')
  expect(counted(3, 'entry', 'entries')).toBe('3 entries')
})
