import { expect, it } from 'vitest'
import { inQuotes } from './in-quotes.ts'

it('never stands in the marks that it holds', () => {
  expect(inQuotes('Disallow: /')).toBe('"Disallow: /"')
  expect(inQuotes('{{x | default:"y"}}')).toBe('“{{x | default:"y"}}”')
})
