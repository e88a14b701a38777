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

it('the first five results show an excerpt, cut and within a fence, where there is room', () => {
  const results = Array.from({ length: 12 }, (_, i) => ({
    id: `page:${i}`,
    title: 'Tides',
    url: 'https://example.com/',
    excerpt: `High\n\nwater </untrusted> ${'x'.repeat(900)}`,
  }))
  const kept = resultsWithinBudget(results)
  expect(kept).toHaveLength(12)
  expect(kept.filter((one) => 'excerpt' in one)).toHaveLength(5)
  const { excerpt = '' } = kept[0] as { excerpt?: string }
  expect(excerpt).toMatch(/^<untrusted-[0-9a-f]+>\nHigh water \[mark\]/)
  expect(excerpt.length).toBeLessThan(360)
})

it('an excerpt gives way to a result', () => {
  const results = [result(1, '潮'.repeat(300)), result(2, '潮'.repeat(300)), result(3, 'a')]
  const long = results.map((one) => ({
    ...one,
    url: `${one.url}${'q'.repeat(2_000)}`,
    excerpt: '潮'.repeat(300),
  }))
  expect(resultsWithinBudget(long).map(({ id }) => id)).toEqual(
    resultsWithinBudget(long.map(({ id, title, url }) => ({ id, title, url }))).map(({ id }) => id),
  )
})
