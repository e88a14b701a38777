import { expect, it } from 'vitest'
import { ComparedSums } from './compared-sums.ts'
import { zeroRow } from './sites-rows.ts'

it('a value is summed up in both ranges or in neither, and a cut is told', () => {
  const labels = (name: string, count: number) =>
    new Map(Array.from({ length: count }, (_, i) => [`${name}${i}`, zeroRow()]))
  const sums = new ComparedSums()
  for (let i = 0; i < 10; i++) {
    sums.addAll({ now: labels(`now${i}.`, 2_000), before: labels('before', 10) }, '')
    expect(sums.isCut).toBe(i === 9)
  }
  expect([...sums.now.keys()]).toEqual([...sums.before.keys()])
  expect(sums.now.size).toBe(20_000)
  expect(sums.before.has('before9')).toBe(true)
})
