import { expect, it } from 'vitest'
import { toldQuery } from './told-query.ts'

const NAMES = ['t', 'lang', 'id', 'title']

it.each([
  ['?t=7', '?t=7'],
  ['?t=7&email=anna%40example.com&sid=1', '?t=7'],
  ['?lang=de&id=3', '?id=3&lang=de'],
  ['?title=Gr%C3%BCner+Tee', '?title=Gr%C3%BCner+Tee'],
  ['?title=Gr%C3%BCner%20Tee', '?title=Gr%C3%BCner+Tee'],
  ['?title=Help:Contents', '?title=Help%3AContents'],
  ['?id=how-to-brew-green-tea-in-2026&t', '?id=how-to-brew-green-tea-in-2026&t='],
  ['?id=2026-11-20&t=1712345678901234567', '?id=2026-11-20&t=1712345678901234567'],
  ['?t=1&t=2&t=3&t=4&t=5', '?t=1&t=2&t=3&t=4'],
  ['?T=7', ''],
  ['?%E0%A4%A=1', ''],
  ['', ''],
])('a page’s query %s is told as %s', (query, told) => {
  expect(toldQuery(query, NAMES)).toBe(told)
})

it.each([
  'x'.repeat(65),
  'anna@example.com',
  'anna%40example.com',
  'https://elsewhere.example/account',
  '//elsewhere.example',
  'elsewhere.example:8080/account',
  'https%3A%2F%2Felsewhere.example',
  'www.elsewhere.example',
  '203.0.113.9',
  '2001:db8::17',
  'd41d8cd98f00b204e9800998ecf8427e',
  '3f2504e0-4f89-11d3-9a0c-0305e82c3301',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc',
  '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  'aBcDeFgHiJkLmNoPqRsT',
  'Ab3-xY_9kL-mQ2rT-vZ8',
  'ctbk_0123456789abcdefABCDEF',
])('%s, which may name a person or let one in, stays in the browser', (value) => {
  expect(toldQuery(`?t=${encodeURIComponent(value)}&id=4`, NAMES)).toBe('?id=4')
  expect(toldQuery(`?t=${value}`, NAMES)).toBe('')
})
