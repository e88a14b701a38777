import { expect, it } from 'vitest'
import { changeCell, changeText } from './table.ts'

it.each([
  [110, 100, 10, '10 %'],
  [90, 100, -10, '-10 %'],
  [999, 100, 899, '899 %'],
  [1_000, 100, '10x', '10x'],
  [239, 2, '119.5x', '119.5x'],
  [5, 0, null, 'n/a'],
  [null, 5, null, 'n/a'],
])('a change to %j from %j is told as %j', (value, before, cell, text) => {
  expect(changeCell(value, before)).toBe(cell)
  expect(changeText(changeCell(value, before))).toBe(text)
})
