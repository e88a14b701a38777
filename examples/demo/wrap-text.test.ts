import { describe, expect, it } from 'vitest'
import { indented, wrapText } from './wrap-text.ts'

describe('wrapText', () => {
  it.each([
    ['the tide turns at noon', 10, ['the tide', 'turns at', 'noon']],
    ['the tide turns', 14, ['the tide turns']],
    ['see http://127.0.0.1/tides now', 8, ['see', 'http://127.0.0.1/tides', 'now']],
    ['潮汐 表を 読む', 9, ['潮汐 表を', '読む']],
    ['', 10, []],
  ])('breaks %j at %i cells', (text, width, lines) => {
    expect(wrapText(text, width)).toEqual(lines)
  })

  it('keeps control characters off the terminal', () => {
    expect(wrapText('slack\u001b[2J\nwater', 40)).toEqual(['slack [2J water'])
  })
})

describe('indented', () => {
  it('counts the indent, and may begin with a mark', () => {
    expect(indented('add an hour in summer', 13, '  ', '→ ')).toBe('→ add an hour\n  in summer')
  })
})
