import { expect, it } from 'vitest'
import { resultsWithinBudget } from './results-within-budget.ts'

const result = (i: number, title: string) => ({
  id: `page:${i}`,
  title,
  url: `https://example.com/${'p'.repeat(2_000)}`,
})

it('results that fit into an answer are kept as they are', () => {
  const results = [result(1, 'Tides'), result(2, '潮'.repeat(300))]
  expect(resultsWithinBudget(results)).toEqual(results)
})

it('long titles are cut, and the first results that fit are kept', () => {
  const results = Array.from({ length: 20 }, (_, i) => result(i, `${'潮'.repeat(298)}😀潮`))
  const kept = resultsWithinBudget(results)
  expect(kept.map(({ id }) => id)).toEqual(kept.map((_, i) => `page:${i}`))
  expect(new Set(kept.map(({ title }) => title))).toEqual(new Set([`${'潮'.repeat(298)}\uFFFD…`]))
  // A result is estimated at about 310 tokens of title and 1,160 of address.
  expect(kept).toHaveLength(5)
})
