import { expect, it } from 'vitest'
import { pageFault, siteFault, startFault } from './fault.ts'
import { RUBRIC } from './rubric.ts'

it('every check says in a sentence what is so of pages that do not pass it', () => {
  for (const check of RUBRIC) {
    const [one, many] = [siteFault(check, 1, 22), siteFault(check, 22, 22)]
    expect([pageFault(check), startFault(check), one, many].join(' ')).not.toMatch(/[{}|]/)
    expect([one, many].map((text) => text.split(' pages ')[0])).toEqual(['1 of 22', '22 of 22'])
    expect(one.endsWith(pageFault(check).replace('This page ', ''))).toBe(true)
  }
  const sitemap = RUBRIC.find(({ id }) => id === 'F1')!
  expect(siteFault(sitemap, 22, 22)).toMatch(/^22 of 22 pages are missing from the sitemap/)
  expect(siteFault(sitemap, 1, 1)).toMatch(/^1 of 1 page is missing from the sitemap/)
  // Pages that share a canonical address may have no score.
  expect(siteFault(sitemap, 5, 2)).toMatch(/^5 pages are missing/)
})
