import { expect, it } from 'vitest'
import { inQuotes } from './in-quotes.ts'

it('inQuotes chooses marks that the text does not contain', () => {
  expect(inQuotes('Disallow: /')).toBe('"Disallow: /"')
  expect(inQuotes('{{x | default:"y"}}')).toBe('“{{x | default:"y"}}”')
})
