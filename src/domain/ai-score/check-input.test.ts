import { expect, it } from 'vitest'
import { toCheckInput } from './check-input.ts'
import { GOOD_SITE } from './testing/good-site.ts'
import { observeTestSite } from './testing/test-site.ts'

it('what several checks conclude from an observation is found once', () => {
  const input = toCheckInput(observeTestSite(GOOD_SITE))
  const page = input.page!
  const first = [input.access, page.names, page.dates]
  expect(first).not.toContain(null)
  for (const [i, again] of [input.access, page.names, page.dates].entries()) {
    expect(again).toBe(first[i])
  }
})
