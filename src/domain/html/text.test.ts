import { expect, test } from 'vitest'
import { stripHiddenCharacters } from './hidden-text.ts'
import { cleanLine } from './text.ts'

// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const CONTROL = /[\u0000-\u001F\u007F-\u00A0\u2028\u2029]/

/** Every UTF-16 unit between two letters. */
const lines = Array.from({ length: 0x1_00_00 }, (_, unit) => `a${String.fromCharCode(unit)}b`)

test('a clean line holds no controls, nothing hidden, and no half of a character', () => {
  const kept = lines.map((line) => [line, cleanLine(line, 9)]).filter(([a, b]) => a === b)

  const unclean = kept.filter(([line = '']) => CONTROL.test(line))
  expect(unclean).toEqual([])
  const hiding = kept.filter(([line = '']) => stripHiddenCharacters(line) !== line)
  expect(hiding).toEqual([])
  expect(kept.filter(([line = '']) => !line.isWellFormed())).toEqual([])
})

test.each([
  ['  two  spaces ', 'two spaces'],
  ['line\nbreak\t', 'line break'],
  ['soft\u00ADhyphen', 'softhyphen'],
  ['全角\u3000空白', '全角\u3000空白'],
  ['数字とカナ', '数字とカナ'],
  ['naïve café', 'naïve café'],
  ['', ''],
])('%j is the line %j', (text, line) => {
  expect(cleanLine(text, 100)).toBe(line)
})

test('a line is cut at its length, not inside a character', () => {
  expect(cleanLine('abcdef', 4)).toBe('abcd')
  expect(cleanLine('abc😀', 4)).toBe('abc')
})
