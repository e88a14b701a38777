import { describe, expect, it } from 'vitest'
import { displayWidth, pad, toOneLine, truncateToWidth } from './display-width.ts'

describe('displayWidth', () => {
  it.each([
    ['tide', 4],
    ['Trockenanzug für 12 °C', 22],
    ['cafe\u0301', 4],
    ['潮汐表', 6],
    ['読む？', 6],
    ['ｶﾔｯｸ', 4],
    ['한국', 4],
    ['🌊', 2],
    ['👩‍🚀', 2],
    ['a\u200bb', 2],
    ['', 0],
  ])('%j takes %i cells', (text, width) => {
    expect(displayWidth(text)).toBe(width)
  })
})

describe('truncateToWidth', () => {
  it.each([
    ['kayak', 5, 'kayak'],
    ['kayaks', 5, 'kaya…'],
    ['a kayak', 3, 'a…'],
    ['潮汐表', 5, '潮汐…'],
    ['潮汐表', 4, '潮…'],
    ['kayak', 1, '…'],
    ['kayak', 0, ''],
  ])('%s in %i cells is %s', (text, width, expected) => {
    expect(truncateToWidth(text, width)).toBe(expected)
  })
})

describe('pad', () => {
  it('fills on either side and leaves longer texts alone', () => {
    expect(pad('潮', 4)).toBe('潮  ')
    expect(pad('潮', 4, 'right')).toBe('  潮')
    expect(pad('kayak', 3)).toBe('kayak')
  })
})

describe('toOneLine', () => {
  it('replaces control characters by blanks', () => {
    expect(toOneLine('a\r\nb\u001b[31mc')).toBe('a b [31mc')
  })
})
