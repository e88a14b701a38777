import { expect, it } from 'vitest'
import { pluralize } from './pluralize.ts'

it('pluralize uses the singular for one only', () => {
  expect([0, 1, 2].map((n) => pluralize(n, 'page'))).toEqual(['0 pages', '1 page', '2 pages'])
  expect(pluralize(1, 'entry', 'entries')).toBe('1 entry')
  expect(pluralize(3, 'entry', 'entries')).toBe('3 entries')
})
